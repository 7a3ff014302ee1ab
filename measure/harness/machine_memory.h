// What the system says about the memory of this machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace osaca::measure::memory {

/// A cache as the system describes it. A guest may be shown its host's.
struct ToldCache {
  int level = 0;
  std::int64_t bytes = 0;
  int ways = 0; ///< 0: not told
  int line_bytes = 0;
  int shared_by = 1; ///< CPUs that this system sees
};

struct MachineMemory {
  std::vector<ToldCache> caches; ///< of data, from the nearest on; empty: nothing was told
  std::int64_t available_bytes = 0;
  int nodes = 1;         ///< of memory
  std::vector<int> cpus; ///< that this program may use
  bool is_guest = false;
};

[[nodiscard]] MachineMemory machine_memory();

/// Time that the host took from this CPU; it advances in steps of some milliseconds. 0 where nobody tells.
[[nodiscard]] double stolen_seconds();

/// Of the time stamp counter.
[[nodiscard]] double ns_per_clock_tick();

/// "48K", "2048K", "32M" as sysfs writes sizes; 0: it is none.
[[nodiscard]] std::int64_t size_named(const std::string &text);
/// How many CPUs "0-3,8" names; 0: it is no list of CPUs.
[[nodiscard]] int cpus_in(const std::string &list);

/// From now on this process stays on one CPU. False: it could not be had.
bool stay_on(int cpu);
/// May use all of these again.
void use_all(const std::vector<int> &cpus);

} // namespace osaca::measure::memory
