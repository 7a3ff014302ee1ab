// What a model holds of instruction forms.
#pragma once

#include "base/figure_origin.h"
#include "kernel/cost.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// Counts for `osaca models`: how many forms come from where.
struct Coverage {
  std::map<Origin, int> forms;
  [[nodiscard]] int total() const;
};

/// A form as stored: the cost of its operation without the memory parts unless `complete`.
struct FormEntry {
  std::string opcode;
  Cost cost;
  bool complete = false; ///< the memory parts are included in the figures
  /// In place of the cost's figures where the operands are such that it takes longer.
  struct Variant {
    std::vector<PortDemand> demands;
    Cycles latency_cycles;
    Cycles dispatch_slots; ///< 0: as the form
    friend bool operator==(const Variant &, const Variant &) = default;
  };
  std::optional<Variant> three_component; ///< an address with base, index and displacement (x86 lea)
  bool three_component_encoded = false;   ///< also if the displacement is there only because the encoding needs one
  std::optional<Variant> scaled;          ///< the same with a scaled index; wins over three_component
  std::optional<Variant>
      shifted; ///< a register operand that is shifted by a constant first (AArch64 add x0, x1, x2, lsl #3)
  std::optional<Variant> same_register;  ///< all register sources are one register (x86 shld %eax, %eax: a rotation)
  std::optional<Variant> carry_and_zero; ///< a condition that needs two flags, carry and zero (x86 seta, cmovbe)
};

/// Which of the core's rules an opcode matches: bit i = rule i of its kind. No core has more than 64 of any.
struct RuleMatches {
  std::uint64_t idioms = 0;
  std::uint64_t fusion_first = 0;
  std::uint64_t fusion_second = 0;
  std::uint64_t bypass_from = 0;
  std::uint64_t bypass_to = 0;
  enum List : std::uint64_t {
    renamed_load = 1,
    not_in_place = 2,
    addition = 4,
    late_reader = 8,
    length_change = 16,
    moved = 32,
    drain = 64
  };
  std::uint64_t lists =
      0; ///< which of MemoryRenamingRules, RenamedAdditions, WideVectors, StoreDrain and of what is fetched have it
  friend bool operator==(const RuleMatches &, const RuleMatches &) = default;
};

/// Forms that were compiled ahead: found by binary search, globs already resolved.
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
