// A loop as machine code that can be run alone, with its jumps directed along a path.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "measure/harness/timed_process.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

// A loop as machine code that can be run alone.

struct LoopCode {
  std::vector<std::uint8_t> bytes;
  /// The same loop with a counter: it counts its laps down in the harness's page and leaves when none are left. It
  /// stores the exit by which it left: the number of the jump, from 1. Flags and registers stay unchanged.
  std::vector<std::uint8_t> counting;
};

/// Jumps that get another condition, so that they follow the path: for each, the index of the instruction and the new
/// mnemonic.
using DirectedJumps = std::map<std::size_t, std::string>;

/// The conditional jumps in the middle of the path. If such a jump does not follow the path, it leaves the loop.
[[nodiscard]] std::vector<std::size_t> inner_exits(const Kernel &loop);

/// The same cycle of instructions, rotated so that it ends with a taken jump, which then leads to its beginning. A loop
/// without a taken jump is not changed.
[[nodiscard]] Kernel ending_with_its_jump(Kernel loop);

/// The reason why the loop cannot be run alone; empty: it can.
[[nodiscard]] std::string obstacle(const Kernel &loop);

/// The instructions of the loop, then the constants that it refers to, then the place that all its exits jump to. A
/// jump in its middle that skips instructions leaves the loop.
[[nodiscard]] Expected<LoopCode> assemble_loop(const Kernel &loop, const DirectedJumps &directed = {});

/// The same loop along its path, as if no jump left it, with code that records the registers and flags before each
/// instruction (Recording). It ends after the ordered laps. Flags and registers stay unchanged.
[[nodiscard]] Expected<std::vector<std::uint8_t>> recording_code(const Kernel &loop);

// The conditions of x86's jumps, and which of them follow a path with the flags that were observed.

/// As encoded in the jump: 0 overflow, 1 no overflow, 2 carry, ... A condition and its opposite differ in the lowest
/// bit.
using JumpCondition = unsigned;

/// The condition of a jump by its mnemonic, such as "jne"; empty: the jump does not depend on flags (jrcxz, loop).
[[nodiscard]] std::optional<JumpCondition> jump_condition(std::string_view mnemonic);
[[nodiscard]] std::string jump_named(JumpCondition condition);

/// `flags`: in the format of the processor's flags register.
[[nodiscard]] bool condition_holds(JumpCondition condition, std::uint64_t flags);

/// A condition that holds for each of `flags` if `is_taken`, and otherwise for none of them. The most similar to `own`
/// is chosen: `own` itself, its opposite, or another one that processors fuse with the same comparisons. Empty: there
/// is none.
[[nodiscard]] std::optional<JumpCondition> condition_for(bool is_taken, JumpCondition own,
                                                         const std::vector<std::uint64_t> &flags);

// Jumps that do not follow a path by themselves, and conditions with which they would.

struct JumpDirections {
  DirectedJumps directed;
  std::size_t undirected = 0; ///< jumps for which no condition follows the path in each lap
};

/// `steps`: the steps of several laps through the loop, in which each jump was carried out as if it followed the path.
/// Its direction in the last lap does not matter, because the loop may end there.
[[nodiscard]] JumpDirections jump_directions(const Kernel &loop, const std::vector<CodeStep> &steps);

} // namespace osaca::measure
