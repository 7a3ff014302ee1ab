// Memory of a chosen size for a loop, so that its data come from a chosen level.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "measure/harness/loop_setup.h"
#include "measure/harness/timed_process.h"

#include <cstdint>
#include <vector>

namespace osaca::measure {

/// How the two runs of a loop differ, whose difference is the figure.
enum class RunLengths {
  half_and_all, ///< over half of its arrays, and over all of them: what one run costs beside the iterations goes away
  sweeps,       ///< over all of them, so many times and twice as often: each sweep finds what the last one left
  going_on      ///< two lengths, each of which goes on where the last run ended: around lists that are circles
};

struct WantedData {
  std::int64_t bytes = 0;      ///< that the loop comes to, in all arrays together
  std::int64_t most_bytes = 0; ///< that may be taken for it, with what it steps over
  bool is_first_level = false;
  int rows = 0; ///< of one array, by registers of their own: as many as an analysis takes for that; 0: none
};

struct LoopData {
  LoopSetup setup;
  RunLengths lengths = RunLengths::sweeps;
  std::vector<std::size_t> carried; ///< registers that hold where it goes on, with going_on
  std::vector<MemoryRegion> regions;
  std::int64_t bytes = 0; ///< that it comes to
  bool is_list = false;   ///< which it goes through to the end
};

/// Error: how it goes through memory, or how it ends, could not be worked out.
[[nodiscard]] Expected<LoopData> data_for(const Kernel &loop, const WantedData &wanted);

} // namespace osaca::measure
