#include "measure/harness/measuring_child.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/mman.h>

namespace osaca::measure {
namespace {

/// "1000000000-1000200000 rw-p ...": the first line of a mapping in smaps.
bool read_range(const std::string &line, std::uint64_t &begin, std::uint64_t &end) {
  std::istringstream words(line);
  char dash = 0;
  return static_cast<bool>(words >> std::hex >> begin >> dash >> end) && dash == '-';
}

} // namespace

std::uint64_t huge_bytes_of(std::uint64_t address, std::uint64_t bytes) {
  constexpr std::string_view key = "AnonHugePages:";
  std::ifstream maps("/proc/self/smaps");
  std::uint64_t found = 0;
  bool is_ours = false;
  for (std::string line; std::getline(maps, line);) {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    if (read_range(line, begin, end))
      is_ours = begin < address + bytes && end > address;
    else if (is_ours && line.starts_with(key))
      found += std::strtoull(line.c_str() + key.size(), nullptr, 10) * 1024;
  }
  return std::min(found, bytes);
}

bool prepare_regions(const TimedTask &task, ChildReport &report) {
  for (const MemoryRegion &region : task.regions) {
    void *wanted = reinterpret_cast<void *>(region.address);
    void *got = ::mmap(wanted, region.bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != wanted)
      return false;
    ::madvise(got, region.bytes, region.pages == MemoryRegion::Pages::huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    auto *words = static_cast<std::uint64_t *>(got);
    const std::uint64_t count = region.bytes / sizeof(std::uint64_t);
    // Each page is touched once in ascending order before it is filled, since the filling may be in any order.
    for (std::uint64_t i = 0; i < count; i += page_bytes / sizeof(std::uint64_t))
      words[i] = task.fill_word;
    if (region.fill)
      region.fill(words, count);
    else
      std::fill_n(words, count, task.fill_word);
  }
  for (const MemoryRegion &region : task.regions) {
    report.region_bytes += region.bytes;
    report.huge_bytes += huge_bytes_of(region.address, region.bytes);
  }
  return true;
}

} // namespace osaca::measure
