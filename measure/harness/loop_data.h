// Memory of a chosen size for a loop, so that its data come from a chosen level, and the contents of that memory.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "measure/harness/loop_setup.h"
#include "measure/harness/timed_process.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace osaca::measure {

// The contents of memory from which loops load addresses or indices.

/// Fills memory that begins at `words`.
using RegionFill = std::function<void(std::uint64_t *words, std::uint64_t count)>;

/// Nodes that are linked in random order, beginning with the one at `begin`, so that each is reached once.
struct NodeCircle {
  std::uint64_t begin = 0; ///< address of the first node
  std::uint64_t nodes = 0;
  std::uint64_t node_bytes = 64;
  std::uint64_t next_offset = 0;
  bool ends_with_zero = false; ///< the last node holds zero instead of the address of the first
};
[[nodiscard]] RegionFill filled_with_nodes(const NodeCircle &circle, std::uint64_t fill_word);

/// Indices in random order: multiples of `unit` below `count` times `unit`. `index_bytes`: 1, 2, 4 or 8.
[[nodiscard]] RegionFill filled_with_indices(int index_bytes, std::uint64_t unit, std::uint64_t count);

// Memory of a chosen size for a loop, so that its data come from a chosen level.

/// A loop is run twice, and the figure is the difference between the two runs. This says how the runs differ.
enum class RunLengths {
  half_and_all, ///< over half of its arrays, and over all of them: the fixed cost of a run cancels out
  sweeps,       ///< over all of them, n times and 2n times: each sweep finds what the previous one left in the caches
  going_on      ///< two lengths; each run continues where the previous one ended: for lists that are circles
};

struct WantedData {
  std::int64_t bytes = 0;      ///< that the loop accesses, in all arrays together
  std::int64_t most_bytes = 0; ///< that may be allocated, including what the loop steps over
  bool is_first_level = false;
  int rows = 0; ///< how many registers point to rows of one array, according to an analysis; 0: none
};

struct LoopData {
  LoopSetup setup;
  RunLengths lengths = RunLengths::sweeps;
  std::vector<std::size_t> carried; ///< registers that hold the position of the walk, with going_on
  std::vector<MemoryRegion> regions;
  std::int64_t bytes = 0; ///< that the loop accesses
  bool is_list = false;   ///< the data are a list that the loop follows to the end
};

/// Error: the loop's walk through memory, or its end, could not be determined.
[[nodiscard]] Expected<LoopData> data_for(const Kernel &loop, const WantedData &wanted);

} // namespace osaca::measure
