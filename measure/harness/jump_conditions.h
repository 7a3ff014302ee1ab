// The conditions of x86's jumps, and which of them would lead a path's way with the flags that were seen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

/// As encoded in the jump: 0 overflow, 1 none, 2 carry, ... A condition and its opposite differ in the lowest bit.
using JumpCondition = unsigned;

/// Of "jne" and all other names; empty: it jumps by something else than flags (jrcxz, loop).
[[nodiscard]] std::optional<JumpCondition> jump_condition(std::string_view mnemonic);
[[nodiscard]] std::string jump_named(JumpCondition condition);

/// `flags`: as in the processor's register.
[[nodiscard]] bool condition_holds(JumpCondition condition, std::uint64_t flags);

/// The condition that holds for all of the flags, or for none of them, and is most like `own`: itself, its opposite, or
/// another that processors fuse with the same comparisons. Empty: there is none.
[[nodiscard]] std::optional<JumpCondition> condition_that_goes(bool is_taken, JumpCondition own,
                                                               const std::vector<std::uint64_t> &flags);

} // namespace osaca::measure
