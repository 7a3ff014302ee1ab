#include "base/format.h"
#include "measure/counters/process_workload.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

namespace osaca::measure {
namespace {

std::unique_ptr<Workload> fresh_pages(const std::string &name, std::size_t pages) {
  // Both functions run in the child, one after the other, and share the address through this pointer.
  const auto memory = std::make_shared<char *>(nullptr);
  const auto page_size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t bytes = std::max(pages, std::size_t{1}) * page_size;
  const auto prepare = [=] {
    void *got = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED)
      throw std::runtime_error("no memory");
    ::madvise(got, bytes, MADV_NOHUGEPAGE); // fails where there are no huge pages, which does not matter
    *memory = static_cast<char *>(got);
  };
  const auto touch = [=] {
    for (std::size_t i = 0; i < pages; ++i)
      static_cast<volatile char *>(*memory)[i * page_size] = 1;
  };
  return std::make_unique<ProcessWorkload>(name, prepare, touch);
}

/// Computes about as long as thousands of page faults take, without using memory.
void compute(std::uint64_t steps) {
  volatile std::uint64_t result = 1;
  std::uint64_t value = 1;
  for (std::uint64_t i = 0; i < steps; ++i)
    value = value * 6364136223846793005U + i;
  result = value;
  (void)result;
}

} // namespace

std::vector<StressRun> page_stress() {
  constexpr std::uint64_t steps_of_unit = 1000;
  constexpr std::uint64_t computed_units = 4000;
  std::vector<StressRun> runs;
  for (const std::size_t pages : {std::size_t{100}, std::size_t{1000}, std::size_t{4000}}) {
    const std::string name = format_text("{} fresh pages", pages);
    StressWorkload facts;
    facts.name = name;
    facts.resource = "fresh pages";
    facts.units = static_cast<double>(pages);
    facts.unknown_resources = {"L1", "L2", "L3",
                               "MEM"}; // the system clears each page, which moves an unknown number of lines
    runs.push_back({facts, fresh_pages(name, pages)});
  }
  StressWorkload facts;
  facts.name = "computing";
  facts.units = computed_units;
  runs.push_back(
      {facts, std::make_unique<ProcessWorkload>(facts.name, [] {}, [] { compute(computed_units * steps_of_unit); })});
  return runs;
}

/// Prepares the same as the others, so that what they touch before counting is touched here, too.
std::unique_ptr<Workload> idle_workload() { return fresh_pages("nothing", 0); }

} // namespace osaca::measure
