// The shipped models and what a user adds to them.
#pragma once

#include "base/expected.h"
#include "model/machine_model.h"
#include "model/memory_hierarchy.h"
#include "model/model_summary.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// Models known by name or alias, without regard to case. Shipped ones are read from tables compiled into the library;
/// no YAML is parsed for them.
class ModelLibrary {
public:
  /// The shipped models (in the library osaca_model_tables).
  [[nodiscard]] static const ModelLibrary &shipped();
  /// Models in compiled form; the blocks must stay alive as long as the library and its models. Damaged ones are left
  /// out.
  /// `short_names`: lines "name cpu" for CPUs that only the compiler describes; '#' begins a comment line.
  /// `vector_lengths`: lines "bits cpu..." for others of them, after a line "source ...". It must stay alive, too.
  explicit ModelLibrary(const std::vector<std::string_view> &blocks, std::string_view short_names = {},
                        std::string_view vector_lengths = {});

  [[nodiscard]] std::vector<ModelSummary> list() const;
  [[nodiscard]] std::size_t count() const { return shipped_models_.size(); }
  /// The canonical name ("zen4") for a name or alias ("ZEN4", "znver4"); empty if there is none.
  [[nodiscard]] std::string canonical_name(std::string_view name) const;
  [[nodiscard]] Expected<MachineModel> load(std::string_view name) const;
  /// The compiler's name ("icelake-client") for a CPU's short one ("ICL"); empty if it has none.
  [[nodiscard]] std::string compiler_name(std::string_view short_name) const;
  [[nodiscard]] std::vector<std::string> short_names_of(std::string_view compiler_cpu) const;
  /// The name of the model that serves a CPU of the compiler's without one ("emeraldrapids" for "sapphirerapids"), or
  /// empty.
  [[nodiscard]] std::string relative_of(std::string_view compiler_cpu) const;
  /// The figures of that model under the CPU's own name; a note says whose they are.
  [[nodiscard]] Expected<MachineModel> load_relative_of(std::string_view compiler_cpu) const;
  /// Of a CPU of the compiler's without a model, where the compiler does not know it.
  [[nodiscard]] std::optional<VectorLength> vector_length_of(std::string_view compiler_cpu) const;
  /// All names, aliases and short names, for suggestions.
  [[nodiscard]] std::vector<std::string> names() const;

private:
  struct ShippedModel {
    ModelSummary summary;
    std::string_view block;
  };
  struct ShortName {
    std::string name;
    std::string compiler_cpu;
  };
  struct Relative {
    const ShippedModel *model = nullptr; ///< null: there is none
    const StandIn *stand_in = nullptr;
  };
  [[nodiscard]] const ShippedModel *find(std::string_view name) const;
  [[nodiscard]] Relative find_relative(std::string_view compiler_cpu) const;
  std::vector<ShippedModel> shipped_models_;
  std::vector<ShortName> short_names_;
  std::string_view vector_lengths_;
};

/// A user's own YAML file: a whole model, or an overlay (`extends: zen4`) whose entries win over the base.
[[nodiscard]] Expected<MachineModel> load_model_file(const std::string &path);

/// A file of a system's memory, as `osaca measure memory` writes them.
[[nodiscard]] Expected<MemoryOverlay> load_memory_overlay(const std::string &path);

/// All problems of a user's file, for `osaca models --check`. `opcode_names`: all opcodes of an ISA, sorted (decode has
/// them), so that names and globs that match nothing are found; may be empty.
[[nodiscard]] std::vector<Error> check_model_file(const std::string &path,
                                                  const std::function<std::span<const std::string>(Isa)> &opcode_names);

} // namespace osaca
