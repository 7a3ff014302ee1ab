// A machine model: the resources of one core, and the cost of each instruction form on it. A form is an opcode with
// certain kinds of operands, identified by LLVM's opcode name ("VADDPDYrm"). Models are immutable. The file format is
// described in models/README.md. If a form is not listed, cost_of() composes its cost from other forms or uses the
// compiler's figures.
#pragma once

#include "base/expected.h"
#include "base/figure_origin.h"
#include "kernel/cost.h"
#include "kernel/instruction.h"
#include "kernel/isa.h"
#include "model/core.h"
#include "model/form_table.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// A CPU that has no model, and the reason why it may use the figures of this one.
struct StandIn {
  std::string cpu; ///< the compiler's name of the CPU
  std::string because;
  friend bool operator==(const StandIn &, const StandIn &) = default;
};

/// How well predictions of this model agreed with measurements of the same core.
struct Validation {
  enum class Code { blocks, loops };
  Code code = Code::loops;
  int rows = 0;                  ///< pieces of code that were measured
  double mean_error_percent = 0; ///< mean of |predicted - measured| / measured, in percent
  double close_percent = 0;      ///< share of the rows with an error of at most 10 %, in percent
  Provenance provenance;
  friend bool operator==(const Validation &, const Validation &) = default;
};

/// The name and the aliases of a model, then those of each model that it extends.
using NamesOfCore = std::vector<std::vector<std::string>>;

class MachineModel {
public:
  struct Data {
    std::string name;  ///< "zen4"
    std::string title; ///< "AMD Zen 4"
    Isa isa = Isa::x86_64;
    std::vector<std::string> aliases;
    std::vector<StandIn> stand_ins; ///< CPUs without a model that use this one
    std::string compiler_cpu;       ///< LLVM's name of the core whose figures are used for missing forms; may be empty
    std::map<std::string, std::vector<std::string>> compiler_ports; ///< LLVM's unit name -> our ports
    std::vector<ArchNote> notes;
    std::vector<Validation> validations = {}; ///< at most one for each kind of code; not inherited
    /// A fingerprint of the model's contents: it changes whenever a figure does. Empty: not known.
    std::string figures_version = {};
    bool fallback_only = false;
    Core core;
    /// Forms are searched in these four members, in this order; the first entry for the opcode is used.
    std::vector<FormEntry> forms;           ///< sorted by opcode
    std::vector<FormEntry> patterns;        ///< `opcode` is a glob; in the order of the file
    std::shared_ptr<const FormTable> table; ///< of a shipped model; may be null
    std::shared_ptr<const Data> base;       ///< the model that this one extends; may be null
  };
  explicit MachineModel(Data data);

  [[nodiscard]] const std::string &name() const { return data_->name; }
  [[nodiscard]] const Data &data() const { return *data_; }
  [[nodiscard]] const Core &core() const { return data_->core; }
  [[nodiscard]] NamesOfCore core_names() const;

  /// The entry for this opcode (by its name or by a glob of the model), if there is one.
  [[nodiscard]] std::optional<FormEntry> find(std::string_view opcode) const;
  [[nodiscard]] RuleMatches rule_matches(std::string_view opcode) const;

  [[nodiscard]] Coverage coverage() const;

private:
  std::shared_ptr<const Data> data_;
};

/// The cost of `instruction` on `model`. The sources are tried in this order: the form itself; the register form plus
/// the core's load or store part ("composed"); the compiler's figures, which are compiler_costs[compiler_index]. If
/// `compiler_index` is -1, the compiler's figures are not used. If the model does not list any forms
/// (Data::fallback_only), the compiler's figures are tried first, because composed figures are less accurate. Empty: no
/// source has figures, which is reported as a finding.
[[nodiscard]] std::optional<Cost> cost_of(const MachineModel &model, const Instruction &instruction,
                                          int compiler_index);

} // namespace osaca
