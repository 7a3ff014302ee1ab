// What the system reports about the memory of this machine, and how many bytes a walk covers so that its data come from
// one level.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace osaca::measure::memory {

// What the system reports about the memory of this machine.

/// A cache as the system describes it. A guest may see the description of its host.
struct ReportedCache {
  int level = 0;
  std::int64_t bytes = 0;
  int ways = 0; ///< 0: not reported
  int line_bytes = 0;
  int shared_by = 1; ///< the number of CPUs that share it, as far as this system sees them
};

struct MachineMemory {
  std::vector<ReportedCache> caches; ///< data caches, from the nearest on; empty: the system reports none
  std::int64_t available_bytes = 0;
  int nodes = 1;         ///< NUMA nodes
  std::vector<int> cpus; ///< the CPUs that this program may use
  bool is_guest = false;
};

[[nodiscard]] MachineMemory machine_memory();

/// The time that the host took from this CPU, in seconds; it advances in steps of some milliseconds. 0 if it is not
/// reported.
[[nodiscard]] double stolen_seconds();

/// The period of the time stamp counter.
[[nodiscard]] double ns_per_clock_tick();

/// The bytes in "48K", "2048K" or "32M", as sysfs writes sizes; 0: not a size.
[[nodiscard]] std::int64_t size_named(const std::string &text);
/// The number of CPUs in "0-3,8"; 0: not a list of CPUs.
[[nodiscard]] int cpus_in(const std::string &list);

/// Binds this process to one CPU. False: that CPU is not available.
bool stay_on(int cpu);
/// Allows this process to use all of these CPUs again.
void use_all(const std::vector<int> &cpus);

// How many bytes a walk covers so that its data come from one level.

/// A cache; lists of them begin with the nearest.
struct KnownCache {
  std::string name;
  std::int64_t bytes = 0;         ///< the usable size
  std::int64_t largest_bytes = 0; ///< the largest size that any source reports
};

struct LevelFootprint {
  std::string level;
  std::int64_t bytes = 0;
  std::string shortage; ///< why the footprint is smaller than it should be; empty: it is not
};

/// Half of the first cache; for the others a size between this cache and the previous one; for memory four times the
/// largest cache that the system or the walks report, or as much as is available.
[[nodiscard]] std::vector<LevelFootprint> level_footprints(const std::vector<KnownCache> &caches,
                                                           std::int64_t most_bytes);

} // namespace osaca::measure::memory
