// The shipped models, and the model files of users.
#pragma once

#include "base/expected.h"
#include "model/library/chips.h"
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

/// What is stored in addition to the models. Each list may be empty.
struct StoredLists {
  std::string_view short_names = {};    ///< lines "name cpu" for CPUs without a model; comments begin with '#'
  std::string_view vector_lengths = {}; ///< a line "source ..." and lines "bits cpu..." for CPUs without a model
  std::string_view chips = {};          ///< the lines that ChipList reads
  std::string_view summaries = {};      ///< of all models (compile_summaries()); empty: they are read from the models
};

/// Models by name or alias, not case-sensitive. Shipped models are read from tables that are compiled into the library,
/// so that no YAML is parsed for them.
class ModelLibrary {
public:
  /// The shipped models (in the library osaca_model_tables).
  [[nodiscard]] static const ModelLibrary &shipped();
  /// `blocks` are models in compiled form; damaged ones are ignored. Blocks and vector lengths must live as long as the
  /// library and its models.
  explicit ModelLibrary(const std::vector<std::string_view> &blocks, const StoredLists &lists = {});

  [[nodiscard]] std::vector<ModelSummary> list() const;
  [[nodiscard]] std::size_t count() const { return shipped_models_.size(); }
  /// The canonical name ("zen4") for a name or alias ("ZEN4", "znver4"); empty if there is none.
  [[nodiscard]] std::string canonical_name(std::string_view name) const;
  /// The title of the model with this name or alias; empty if there is none.
  [[nodiscard]] std::string title_of(std::string_view name) const;
  [[nodiscard]] Expected<MachineModel> load(std::string_view name) const;
  /// The compiler's name of a CPU ("icelake-client") for its short name ("ICL"); empty if there is none.
  [[nodiscard]] std::string compiler_name(std::string_view short_name) const;
  [[nodiscard]] std::vector<std::string> short_names_of(std::string_view compiler_cpu) const;
  /// The name of the model that a CPU without a model uses ("emeraldrapids" for "sapphirerapids"), or empty.
  [[nodiscard]] std::string relative_of(std::string_view compiler_cpu) const;
  /// The model of relative_of() under the CPU's name. A note in it says from which CPU the figures are.
  [[nodiscard]] Expected<MachineModel> load_relative_of(std::string_view compiler_cpu) const;
  /// The vector length of a CPU without a model, if it is not known from the compiler.
  [[nodiscard]] std::optional<VectorLength> vector_length_of(std::string_view compiler_cpu) const;
  [[nodiscard]] const ChipList &chips() const { return chips_; }
  /// All names of models, CPUs and chips, for suggestions.
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
  ChipList chips_;
};

/// Reads a user's YAML file: a whole model, or an overlay (`extends: zen4`) whose entries take precedence over the
/// base.
[[nodiscard]] Expected<MachineModel> load_model_file(const std::string &path);

/// The text of a file with figures. `what` is for messages: "the model file".
[[nodiscard]] Expected<std::string> contents_of_model_file(const std::string &path, const std::string &what);

/// Reads a file about a system's memory, as written by `osaca measure memory`.
[[nodiscard]] Expected<MemoryOverlay> load_memory_overlay(const std::string &path);

/// All problems of a user's file, for `osaca models --check`. `opcode_names` returns all opcodes of an ISA, sorted, to
/// find names and globs that match nothing. It may be empty.
[[nodiscard]] std::vector<Error> check_model_file(const std::string &path,
                                                  const std::function<std::span<const std::string>(Isa)> &opcode_names);

} // namespace osaca
