// A loop as machine code that can be run by itself.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"

#include <cstdint>
#include <string>
#include <vector>

namespace osaca::measure {

struct LoopCode {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint64_t> offsets; ///< of its instructions
  /// The same loop, which counts its laps down in the harness's page and leaves when there are none left. It notes by
  /// which exit it left: the number of the first jump with the same target, from 1. Flags and registers stay as they
  /// are.
  std::vector<std::uint8_t> counting;
};

/// Conditional jumps in its middle, and how they leave it.
[[nodiscard]] std::vector<std::size_t> inner_exits(const Kernel &loop);

/// Why it cannot be run by itself; empty: it can.
[[nodiscard]] std::string obstacle(const Kernel &loop);

/// Its label, its instructions, behind them the constants that it names, and the place where all its exits lead.
[[nodiscard]] std::string loop_text(const Kernel &loop);
[[nodiscard]] Expected<LoopCode> assemble_loop(const Kernel &loop);

} // namespace osaca::measure
