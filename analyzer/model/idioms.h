// What the decoders and the rename stage make of an instruction, as far as the model's rules say so.
#pragma once

#include "model/machine_model.h"

namespace osaca {

/// The first rule of the core whose patterns and operands fit, or nullptr. Lives as long as the model.
///   zero, ones, flags: at least two explicit register sources and all of them the same register; or no register source
///   at all
///               and no immediate but zero (a constant register, like xzr, is no source)
///   move:       exactly one explicit register source, no memory, no immediate but zero
///   nop:        the patterns alone
[[nodiscard]] const IdiomRule *find_idiom(const MachineModel &model, const Instruction &instruction);

/// Which of the core's fusion rules an instruction fits as the first and as the second of a pair: bit i = rule i.
struct FusionFit {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};
/// `matches`: MachineModel::rule_matches of its opcode.
[[nodiscard]] FusionFit fusion_fit(const MachineModel &model, const Instruction &instruction,
                                   const RuleMatches &matches);

/// Whether the decoders make one macro-op of `first` when `second` follows it directly.
[[nodiscard]] bool fuses(const MachineModel &model, const Instruction &first, const Instruction &second);

} // namespace osaca
