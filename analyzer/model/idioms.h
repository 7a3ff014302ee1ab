// Instructions that decoders or the rename stage execute themselves, or fuse, according to the model's rules.
#pragma once

#include "model/machine_model.h"

namespace osaca {

/// The first rule of the core whose patterns and operands fit, or nullptr. It lives as long as the model. The operands:
/// - zero, ones, flags: at least two explicit register sources, all of them the same register; or no register source
///   and no immediate other than zero. A constant register such as xzr does not count as a source.
/// - move: exactly one explicit register source, no memory, no immediate other than zero
/// - nop: any
[[nodiscard]] const IdiomRule *find_idiom(const MachineModel &model, const Instruction &instruction);
/// `matches` is MachineModel::rule_matches of the opcode.
[[nodiscard]] const IdiomRule *find_idiom(const MachineModel &model, const Instruction &instruction,
                                          const RuleMatches &matches);

/// The core's fusion rules that an instruction fits as the first or the second of a pair: bit i is rule i.
struct FusionFit {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};
/// `matches` is MachineModel::rule_matches of the opcode.
[[nodiscard]] FusionFit fusion_fit(const MachineModel &model, const Instruction &instruction,
                                   const RuleMatches &matches);

/// Whether the decoders fuse `first` with `second` if it follows directly.
[[nodiscard]] bool fuses(const MachineModel &model, const Instruction &first, const Instruction &second);

} // namespace osaca
