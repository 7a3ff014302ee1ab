// The sections of `core:` in a composed model, and the data that they are built from: loads and stores, and values that
// reach their readers early or late.
#pragma once

#include "measure/compose/form_facts.h"
#include "measure/compose/pipe_plan.h"
#include "measure/compose/result_files.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::compose {

// How the core loads and stores, by kind of register and width: the findings of structure probes, with the compiler's
// ports.

struct LoadPart {
  bool is_vector = false;
  int max_bits = 64;
  std::vector<PortDemand> demands;
  double latency_cycles = 0;
  double indexed_extra_cycles = 0;
  bool is_measured = false;
};

struct StorePart {
  bool is_vector = false;
  int max_bits = 64;
  std::vector<PortDemand> demands;
  double forward_cycles = 0;
  std::optional<double> failed_forward_cycles;
  bool is_measured = false;
};

struct AccessParts {
  std::vector<LoadPart> loads;   ///< ascending width
  std::vector<StorePart> stores; ///< ascending width

  /// The latency from address to value of a load such as this instruction's.
  [[nodiscard]] double load_latency_cycles(const Instruction &instruction) const;
  [[nodiscard]] const LoadPart *load_for(const Instruction &instruction) const;
  [[nodiscard]] const StorePart *store_for(const Instruction &instruction) const;
};

[[nodiscard]] AccessParts access_parts(const StructureFindings &structure, const std::vector<FormFacts> &facts,
                                       const PipePlan &plan);

// A family of instructions that pass values to each other earlier than to other instructions. A chain of such an
// operation alone takes fewer cycles per operation than the latency that was measured in a chain with a load.

struct BypassFamily {
  Cycles saved_cycles;
  std::vector<std::string> opcodes; ///< sorted
};

class Bypasses {
public:
  Bypasses(const std::vector<FormFacts> &facts, const AccessParts &access);

  [[nodiscard]] const std::vector<BypassFamily> &families() const { return families_; }
  /// How many cycles each step of a chain of the form saves, compared with the form's latency; 0: none.
  [[nodiscard]] Cycles saved(const std::string &opcode) const;

private:
  std::vector<BypassFamily> families_;
  std::map<std::string, Cycles> saved_;
};

// The sections of `core:` in a composed model, one function each. They return YAML with the file's indentation, or ""
// where the measurements say nothing.

struct CoreEvidence {
  const StructureFindings &structure;
  const std::vector<FormFacts> &facts;
  const PipePlan &plan;
  const AccessParts &access;
  const Bypasses &bypasses;
  double dispatch_width = 0;
};

struct CoreSection {
  const char *name;
  std::string (*text)(const CoreEvidence &evidence);
};

/// In the order of the file.
[[nodiscard]] const std::vector<CoreSection> &core_sections();

[[nodiscard]] std::string ports_section(const CoreEvidence &evidence);
[[nodiscard]] std::string loads_section(const CoreEvidence &evidence);
[[nodiscard]] std::string stores_section(const CoreEvidence &evidence);
[[nodiscard]] std::string memory_renaming_section(const CoreEvidence &evidence);
[[nodiscard]] std::string renamed_additions_section(const CoreEvidence &evidence);
[[nodiscard]] std::string bypasses_section(const CoreEvidence &evidence);
[[nodiscard]] std::string load_banks_section(const CoreEvidence &evidence);
[[nodiscard]] std::string grouped_accesses_section(const CoreEvidence &evidence);
[[nodiscard]] std::string dense_code_section(const CoreEvidence &evidence);
[[nodiscard]] std::string wide_vectors_section(const CoreEvidence &evidence);
[[nodiscard]] std::string high_byte_reads_section(const CoreEvidence &evidence);
[[nodiscard]] std::string schedulers_section(const CoreEvidence &evidence);
[[nodiscard]] std::string fusion_section(const CoreEvidence &evidence);
[[nodiscard]] std::string idioms_section(const CoreEvidence &evidence);

/// The opcodes of additions that are executed at rename if their constant is small.
[[nodiscard]] std::vector<std::string> renamed_additions(const CoreEvidence &evidence);

/// Macro-ops per cycle; 0: not measured.
[[nodiscard]] double dispatch_width_of(const StructureFindings &structure);

// Rules about vector operations that pass their values late. A probe finds the delays between kinds of operations; the
// rules state them for all forms of these kinds.

struct LateReadersRule {
  std::vector<std::string> from; ///< opcodes, and patterns for several opcodes
  std::vector<std::string> to;
  Cycles delays_cycles;
  Cycles saves_cycles;
};

/// The rules as in the model format: all values reach the operations in `to` later by `delays_cycles`. Values from the
/// operations in `from` arrive earlier by `saves_cycles`.
[[nodiscard]] std::vector<LateReadersRule> late_readers_rules(const CoreEvidence &evidence);

/// Whether the rules also hold for vectors of 512 bits.
[[nodiscard]] bool wide_readers_are_late(const StructureFindings &structure);

} // namespace osaca::measure::compose
