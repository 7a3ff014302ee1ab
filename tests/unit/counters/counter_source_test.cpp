#include "simulated_pmu.h"

#include "measure/counters/counter_source.h"
#include "measure/counters/process_workload.h"

#include <gmock/gmock.h>

#include <cerrno>
#include <numeric>
#include <sys/mman.h>

namespace osaca::measure {
namespace {

CounterProblem problem_of(const Counted &counted) {
  const CounterFault *fault = fault_in(counted);
  EXPECT_NE(fault, nullptr);
  return fault != nullptr ? fault->problem : CounterProblem::unreadable;
}

std::vector<CounterEvent> some_events(std::size_t count) {
  std::vector<CounterEvent> events;
  for (std::size_t i = 0; i < count; ++i)
    events.push_back({"e" + std::to_string(i), 4, i});
  return events;
}

TEST(CounterReadings, ThatSawAPartOfTheTimeAreNoCounts) {
  EXPECT_EQ(problem_of(exact_counts({{10}, 1000, 999}, 1)), CounterProblem::took_turns);
  EXPECT_EQ(problem_of(exact_counts({{0}, 1000, 0}, 1)), CounterProblem::never_counted);
  EXPECT_EQ(problem_of(exact_counts({{~std::uint64_t{0}}, 5, 5}, 1)), CounterProblem::overflowed);
  EXPECT_EQ(problem_of(exact_counts({{1, 2}, 5, 5}, 1)), CounterProblem::unreadable);
  EXPECT_THAT(*counts_in(exact_counts({{1, 2}, 5, 5}, 2)), testing::ElementsAre(1, 2));
}

TEST(CounterGroups, AreMadeSmallerUntilTheyFitAndKeepTheirOrder) {
  SimulatedPmu pmu;
  pmu.counters = 2;
  pmu.truth = [](const std::string &, const CounterEvent &event) { return static_cast<double>(event.config) * 100; };
  NamedWorkload work("work");
  const Counted counted = count_in_groups(pmu, some_events(7), work);
  ASSERT_NE(counts_in(counted), nullptr);
  EXPECT_THAT(*counts_in(counted), testing::ElementsAre(0, 100, 200, 300, 400, 500, 600));
  EXPECT_EQ(pmu.runs, 4);
}

TEST(CounterGroups, DoNotHideFaults) {
  NamedWorkload work("work");
  SimulatedPmu pmu;
  pmu.truth = [](const std::string &, const CounterEvent &) { return 1.0; };
  pmu.takes_turns = true;
  EXPECT_EQ(problem_of(count_in_groups(pmu, some_events(3), work)), CounterProblem::took_turns);
  pmu.takes_turns = false;
  pmu.overflows = true;
  EXPECT_EQ(problem_of(count_in_groups(pmu, some_events(3), work)), CounterProblem::overflowed);
  pmu.is_there = false;
  EXPECT_EQ(problem_of(count_in_groups(pmu, some_events(3), work)), CounterProblem::no_counter);
  pmu.is_allowed = false;
  EXPECT_EQ(problem_of(count_in_groups(pmu, some_events(3), work)), CounterProblem::no_permission);
}

TEST(OpeningCounters, ReportsWhyItFails) {
  EXPECT_EQ(fault_of_opening(EACCES, false).problem, CounterProblem::no_permission);
  EXPECT_EQ(fault_of_opening(EPERM, false).problem, CounterProblem::no_permission);
  for (const int number : {ENOENT, ENODEV, EOPNOTSUPP})
    EXPECT_EQ(fault_of_opening(number, false).problem, CounterProblem::no_counter);
  EXPECT_EQ(fault_of_opening(EINVAL, true).problem, CounterProblem::too_many);
  EXPECT_EQ(fault_of_opening(EINVAL, false).problem, CounterProblem::no_counter);
  EXPECT_THAT(text_of(fault_of_opening(ENOENT, false)), testing::HasSubstr("does not provide this counter"));
}

/// As many pages as are touched anew: the one count that every machine has. Where even that is forbidden, it is said.
TEST(PerfEvents, CountFreshPagesOfAProcess) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer's own pages are faults, too: one for eight";
#endif
  const CounterEvent minor_faults{"minor-faults", 1, 5}; // PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN
  constexpr std::size_t page = 4096;
  std::vector<double> counted;
  for (const std::size_t pages : {100U, 1000U, 4000U}) {
    char *memory = nullptr;
    ProcessWorkload work(
        "pages",
        [&] {
          memory = static_cast<char *>(
              ::mmap(nullptr, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
          ::madvise(memory, pages * page, MADV_NOHUGEPAGE);
        },
        [&] {
          for (std::size_t i = 0; i < pages; ++i)
            static_cast<volatile char *>(memory)[i * page] = 1;
        });
    PerfEvents source;
    const Counted found = source.count({minor_faults}, work);
    if (const CounterFault *fault = fault_in(found))
      GTEST_SKIP() << text_of(*fault);
    counted.push_back(counts_in(found)->front());
  }
  // The process touches a few pages besides (its stack, what it inherited), always the same ones.
  EXPECT_NEAR(counted[1] - counted[0], 900, 8);
  EXPECT_NEAR(counted[2] - counted[0], 3900, 8);
  EXPECT_NEAR(counted[0], 100, 60);
}

TEST(PerfEvents, SayThatAWorkloadFailed) {
  PerfEvents source;
  ProcessWorkload work("none", [] { throw std::runtime_error("no"); }, [] {});
  EXPECT_EQ(problem_of(source.count({{"minor-faults", 1, 5}}, work)), CounterProblem::workload_failed);
}

} // namespace
} // namespace osaca::measure
