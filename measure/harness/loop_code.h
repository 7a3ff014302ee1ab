// A loop as machine code that can be run by itself.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace osaca::measure {

struct LoopCode {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint64_t> offsets; ///< of its instructions
  /// The same loop, which counts its laps down in the harness's page and leaves when there are none left. It notes by
  /// which exit it left: the number of the jump, from 1. Flags and registers stay as they
  /// are.
  std::vector<std::uint8_t> counting;
};

/// Jumps of a path that get another condition, one that leads the path's way; by instruction, with the mnemonic.
using DirectedJumps = std::map<std::size_t, std::string>;

/// Conditional jumps in its middle: where they do not go the path's way, they leave it.
[[nodiscard]] std::vector<std::size_t> inner_exits(const Kernel &loop);

/// The same cycle of instructions, begun so that it ends with a jump to its beginning, if it has any jump that is
/// taken.
[[nodiscard]] Kernel ending_with_its_jump(Kernel loop);

/// Why it cannot be run by itself; empty: it can.
[[nodiscard]] std::string obstacle(const Kernel &loop);

/// Its instructions, behind them the constants that it names, and the place where all its exits lead. What a jump in
/// its middle passes over is a jump out of it.
[[nodiscard]] Expected<LoopCode> assemble_loop(const Kernel &loop, const DirectedJumps &directed = {});

} // namespace osaca::measure
