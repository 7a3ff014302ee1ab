// The instruction forms of a model.
#pragma once

#include "base/figure_origin.h"
#include "kernel/cost.h"
#include "model/vector_types.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// The number of forms by origin of their figures, for `osaca models`.
struct Coverage {
  std::map<Origin, int> forms;
  [[nodiscard]] int total() const;
};

/// RISC-V: figures of a vector form under some settings of `vtype`.
struct VectorFigures {
  VectorTypes types;
  bool masked = false;             ///< for instructions that read the mask v0
  std::vector<PortDemand> demands; ///< all of them, including those of a memory access
  Cycles latency_cycles;           ///< to the result, including a load; 0: that of the form
  Provenance provenance;
  friend bool operator==(const VectorFigures &, const VectorFigures &) = default;
};

/// A form as stored: the cost of its operation, without the memory parts unless `complete`.
struct FormEntry {
  std::string opcode;
  Cost cost;
  bool complete = false; ///< the figures include the memory parts
  /// Figures that replace those of `cost` for operands with which the instruction takes longer.
  struct Variant {
    std::vector<PortDemand> demands;
    Cycles latency_cycles;
    Cycles dispatch_slots;            ///< 0: those of the form
    Cycles index_latency_cycles = {}; ///< from the index of an address; 0: `latency_cycles`
    friend bool operator==(const Variant &, const Variant &) = default;
  };
  std::optional<Variant> three_component; ///< an address with base, index and displacement (x86 lea)
  bool three_component_encoded = false;   ///< also if there is a displacement only because the encoding requires one
  std::optional<Variant> scaled;          ///< an address with a scaled index; takes precedence over three_component
  /// A register operand that is shifted by a constant first (AArch64 `add x0, x1, x2, lsl #3`).
  std::optional<Variant> shifted;
  std::optional<Variant> shifted_far;    ///< such a shift other than one to the left by at most four
  std::optional<Variant> zero_addend;    ///< the last register source is a constant zero (AArch64 mul: madd with xzr)
  std::optional<Variant> same_register;  ///< all register sources are one register (x86 `shld %eax, %eax`: a rotation)
  std::optional<Variant> carry_and_zero; ///< a condition that needs two flags, carry and zero (x86 seta, cmovbe)
  std::vector<VectorFigures> vector_figures; ///< replace those of `cost`; for each setting the first entry counts
};

/// The rules of a core that an opcode matches: bit i is rule i of its kind. A core has at most 64 rules of each kind.
struct RuleMatches {
  std::uint64_t idioms = 0;
  std::uint64_t fusion_first = 0;
  std::uint64_t fusion_second = 0;
  std::uint64_t bypass_from = 0;
  std::uint64_t bypass_to = 0;
  std::uint64_t issue = 0; ///< InOrder::rules: bit 2 i is IssueRule::of of rule i, bit 2 i + 1 is IssueRule::other
  enum List : std::uint64_t {
    renamed_load = 1,
    not_in_place = 2,
    addition = 4,
    late_reader = 8,
    length_change = 16,
    moved = 32,
    drain = 64,
    renamed_sometimes = 128
  };
  /// The lists of opcodes in MemoryRenamingRules, RenamedAdditions, Fetch, WideVectors and StoreDrain that contain the
  /// opcode.
  std::uint64_t lists = 0;
  friend bool operator==(const RuleMatches &, const RuleMatches &) = default;
};

/// The forms of a compiled model: searched by bisection, with all globs resolved.
class FormTable {
public:
  virtual ~FormTable() = default;
  [[nodiscard]] virtual std::optional<FormEntry> find(std::string_view opcode) const = 0;
  [[nodiscard]] virtual RuleMatches rule_matches(std::string_view opcode) const = 0;
  [[nodiscard]] virtual Coverage coverage() const = 0;
  /// All opcodes that have a form, sorted.
  [[nodiscard]] virtual std::vector<std::string> opcodes() const = 0;
};

} // namespace osaca
