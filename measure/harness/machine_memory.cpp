#include "measure/harness/machine_memory.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#if defined(__linux__)
#include <sched.h>
#include <unistd.h>
#endif
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace osaca::measure::memory {
namespace {

constexpr const char *caches_folder = "/sys/devices/system/cpu/cpu0/cache/index";
constexpr int most_caches = 16;
constexpr int most_nodes = 1024;

std::string line_of(const std::string &file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line.substr(0, 1000);
}

int number_of(std::string_view text) { return std::max(parse_number<int>(text).value_or(0), 0); }

std::vector<ReportedCache> reported_caches() {
  std::vector<ReportedCache> found;
  for (int i = 0; i < most_caches; ++i) {
    const std::string folder = format_text("{}{}/", caches_folder, i);
    const std::string type = line_of(folder + "type");
    if (type != "Data" && type != "Unified")
      continue;
    const ReportedCache cache = {number_of(line_of(folder + "level")), size_named(line_of(folder + "size")),
                                 number_of(line_of(folder + "ways_of_associativity")),
                                 number_of(line_of(folder + "coherency_line_size")),
                                 std::max(cpus_in(line_of(folder + "shared_cpu_list")), 1)};
    if (cache.level > 0 && cache.bytes > 0)
      found.push_back(cache);
  }
  std::ranges::sort(found, [](const ReportedCache &a, const ReportedCache &b) { return a.level < b.level; });
  return found;
}

std::int64_t available_bytes() {
  std::ifstream file("/proc/meminfo");
  std::string key;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::int64_t kib = 0;
    if (words >> key >> kib && key == "MemAvailable:")
      return kib * 1024;
  }
  return 0;
}

int count_nodes() {
  int nodes = 0;
  for (int i = 0; i < most_nodes; ++i)
    nodes += std::ifstream(format_text("/sys/devices/system/node/node{}/meminfo", i)) ? 1 : 0;
  return std::max(nodes, 1);
}

bool runs_in_a_guest() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("flags"))
      return line.find(" hypervisor") != std::string::npos;
  return false;
}

std::vector<int> usable_cpus() {
  std::vector<int> cpus;
#if defined(__linux__)
  cpu_set_t usable;
  CPU_ZERO(&usable);
  if (::sched_getaffinity(0, sizeof usable, &usable) == 0)
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(static_cast<std::size_t>(cpu), &usable))
        cpus.push_back(cpu);
#endif
  return cpus;
}

std::uint64_t clock_ticks() {
#if defined(__x86_64__)
  return __rdtsc();
#else
  return 0;
#endif
}

} // namespace

MachineMemory machine_memory() {
  return {reported_caches(), available_bytes(), count_nodes(), usable_cpus(), runs_in_a_guest()};
}

double stolen_seconds() {
#if defined(__linux__)
  const std::string cpu = format_text("cpu{}", std::max(::sched_getcpu(), 0));
  std::ifstream file("/proc/stat");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    if (!(words >> name) || name != cpu)
      continue;
    constexpr int stolen_column = 8;
    double value = 0;
    for (int i = 0; i < stolen_column; ++i)
      words >> value;
    return words ? value / static_cast<double>(std::max(::sysconf(_SC_CLK_TCK), 1L)) : 0;
  }
#endif
  return 0;
}

double ns_per_clock_tick() {
  using Clock = std::chrono::steady_clock;
  constexpr auto duration = std::chrono::milliseconds(30);
  const Clock::time_point begin = Clock::now();
  const std::uint64_t first = clock_ticks();
  Clock::time_point end = begin;
  while (end - begin < duration)
    end = Clock::now();
  const std::uint64_t last = clock_ticks();
  return last > first
             ? std::chrono::duration<double, std::nano>(end - begin).count() / static_cast<double>(last - first)
             : 0;
}

std::int64_t size_named(const std::string &text) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() >> 31U;
  std::string_view unit = text;
  const std::int64_t value = take_number<std::int64_t>(unit).value_or(0);
  if (value <= 0 || value > most)
    return 0;
  if (unit == "K")
    return value << 10U;
  if (unit == "M")
    return value << 20U;
  return unit.empty() ? value : 0;
}

int cpus_in(const std::string &list) {
  int count = 0;
  std::istringstream ranges(list);
  for (std::string range; std::getline(ranges, range, ',');) {
    const std::size_t dash = range.find('-');
    const std::string first = range.substr(0, dash);
    const std::string last = dash == std::string::npos ? first : range.substr(dash + 1);
    if (first.empty() || last.empty() || (first.find_first_not_of("0123456789") != std::string::npos) ||
        last.find_first_not_of("0123456789") != std::string::npos || number_of(last) < number_of(first))
      return 0;
    count += number_of(last) - number_of(first) + 1;
  }
  return count;
}

bool stay_on(int cpu) {
#if defined(__linux__)
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(static_cast<std::size_t>(cpu), &here);
  return ::sched_setaffinity(0, sizeof here, &here) == 0;
#else
  (void)cpu;
  return false;
#endif
}

void use_all(const std::vector<int> &cpus) {
#if defined(__linux__)
  cpu_set_t all;
  CPU_ZERO(&all);
  for (const int cpu : cpus)
    CPU_SET(static_cast<std::size_t>(cpu), &all);
  ::sched_setaffinity(0, sizeof all, &all);
#else
  (void)cpus;
#endif
}

} // namespace osaca::measure::memory
namespace osaca::measure::memory {

namespace {

constexpr std::int64_t memory_if_no_cache_is_known = 256 << 20;
constexpr std::int64_t times_the_largest = 4;

} // namespace

std::vector<LevelFootprint> level_footprints(const std::vector<KnownCache> &caches, std::int64_t most_bytes) {
  std::vector<LevelFootprint> found;
  std::int64_t nearer = 0;
  std::int64_t largest = memory_if_no_cache_is_known / times_the_largest;
  for (const KnownCache &cache : caches) {
    if (cache.bytes <= nearer)
      continue;
    const auto middle =
        static_cast<std::int64_t>(std::sqrt(static_cast<double>(nearer) * static_cast<double>(cache.bytes)));
    found.push_back({cache.name, nearer == 0 ? cache.bytes / 2 : middle, ""});
    nearer = cache.bytes;
    largest = std::max({largest, cache.bytes, cache.largest_bytes});
  }
  const std::int64_t wanted = times_the_largest * largest;
  LevelFootprint memory = {"MEM", std::min(wanted, most_bytes), ""};
  if (memory.bytes < wanted)
    memory.shortage = "four times the largest cache exceeds half of the available memory";
  found.push_back(std::move(memory));
  return found;
}

} // namespace osaca::measure::memory
