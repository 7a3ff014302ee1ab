// How many cache lines a stream comes to in an iteration, from the bytes that its accesses touch.
#pragma once

#include "base/cycles.h"
#include "kernel/instruction.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace osaca {

struct TouchedBytes {
  std::int64_t offset_bytes = 0;
  int width_bytes = 0;
};

struct TouchedLines {
  int bytes = 0;         ///< different ones in an iteration, over all iterations
  Cycles lines;          ///< new ones in an iteration
  bool all_lines = true; ///< of what the stream passes
  bool overlaps = false; ///< some bytes are touched from different offsets, in the same or in different iterations
};

/// `step_bytes`: by which all of them move in an iteration; empty: to an unknown place. What is touched is taken to be
/// aligned to its own width, as compilers align it.
[[nodiscard]] TouchedLines lines_touched(std::vector<TouchedBytes> touched, std::optional<std::int64_t> step_bytes,
                                         int line_bytes);

/// The elements that a gather or scatter comes to, each of which may be in a line of its own.
[[nodiscard]] int lanes_of(const Instruction &gather);

} // namespace osaca
