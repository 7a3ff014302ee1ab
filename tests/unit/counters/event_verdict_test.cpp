// Made-up machines with one fault each: what is wrong with an event is found, and nothing else is said of the others.
#include "simulated_pmu.h"

#include "measure/counters/counted_machine.h"
#include "measure/counters/event_verdict.h"

#include <gmock/gmock.h>

#include <map>

namespace osaca::measure {
namespace {

using Kind = EventVerdict::Kind;

constexpr double lines = 1e6;
constexpr double around = 3000; // counted at each beginning and end

/// Stress of L2, L3 and memory, reading and writing, and a loop that computes.
std::vector<StressRun> stress() {
  std::vector<StressRun> runs;
  for (const char *resource : {"L2", "L3", "memory"})
    for (const char *access : {"read", "write"}) {
      const std::string name = std::string(resource) + " " + access;
      runs.push_back({{name, resource, access, lines, lines * 64, 64, 0.01}, std::make_unique<NamedWorkload>(name)});
    }
  runs.push_back({{"computing", "", "", lines}, std::make_unique<NamedWorkload>("computing")});
  return runs;
}

/// Events by what they count for each line of each workload.
struct MadeUpEvents {
  std::map<std::string, std::map<std::string, double>> per_line;

  [[nodiscard]] std::vector<CounterEvent> list() const {
    std::vector<CounterEvent> events;
    for (const auto &[name, rates] : per_line)
      events.push_back({name, 4, events.size()});
    return events;
  }
  [[nodiscard]] SimulatedPmu pmu() const {
    SimulatedPmu made;
    made.truth = [rates = per_line](const std::string &workload, const CounterEvent &event) {
      const auto &row = rates.at(event.name);
      const auto rate = row.find(workload);
      return around + (rate == row.end() ? 0 : rate->second * lines);
    };
    return made;
  }
  [[nodiscard]] CountedMatrix counted() const {
    SimulatedPmu source = pmu();
    NamedWorkload idle("nothing");
    return counted_matrix(source, list(), stress(), idle);
  }
};

const CountedPart l2_reads{"L2", "read"};
const CountedPart l2_both{"L2", ""};

TEST(EventVerdicts, OfAnEventThatCountsEachLineOnceAreExact) {
  const CountedMatrix counted = MadeUpEvents{{{"e", {{"L2 read", 1.0}}}}}.counted();
  EXPECT_TRUE(counted.faults.empty());
  const EventVerdict verdict = judged(counted.matrix, single_event("e"), l2_reads);
  EXPECT_EQ(verdict.kind, Kind::exact);
  EXPECT_NEAR(verdict.per_unit, 1, 0.01);
}

TEST(EventVerdicts, NameTheFactorOfEventsThatCountParts) {
  const auto matrix = MadeUpEvents{{{"flits", {{"L2 read", 8.1}}}}}.counted().matrix;
  EXPECT_EQ(judged(matrix, single_event("flits"), l2_reads).kind, Kind::by_factor);
}

TEST(EventVerdicts, SeePrefetchesThatAreCountedToo) {
  const auto matrix = MadeUpEvents{{{"e", {{"L2 read", 1.32}}}}}.counted().matrix;
  const EventVerdict verdict = judged(matrix, single_event("e"), l2_reads);
  EXPECT_EQ(verdict.kind, Kind::overcounts);
  EXPECT_NEAR(verdict.per_unit, 1.32, 0.01);
}

TEST(EventVerdicts, SeeThatLinesReadForWritingAreLeftOut) {
  const auto matrix = MadeUpEvents{{{"e", {{"L2 read", 1.0}, {"L2 write", 0.0}}}}}.counted().matrix;
  const EventVerdict verdict = judged(matrix, single_event("e"), l2_both);
  EXPECT_EQ(verdict.kind, Kind::counts_nothing);
  EXPECT_EQ(verdict.where, "L2 write");
}

TEST(EventVerdicts, SeeThatAPartIsSeen) {
  const auto matrix = MadeUpEvents{{{"e", {{"memory read", 0.38}}}}}.counted().matrix;
  const EventVerdict verdict = judged(matrix, single_event("e"), {"memory", "read"});
  EXPECT_EQ(verdict.kind, Kind::undercounts);
  EXPECT_NEAR(verdict.per_unit, 0.38, 0.01);
}

TEST(EventVerdicts, RejectWhatCorrelatesButCountsElsewhere) {
  const auto matrix = MadeUpEvents{{{"cycles", {{"L2 read", 3.0}, {"computing", 3.0}}}}}.counted().matrix;
  const EventVerdict verdict = judged(matrix, single_event("cycles"), l2_reads);
  EXPECT_EQ(verdict.kind, Kind::counts_elsewhere);
  EXPECT_EQ(verdict.where, "computing");
}

/// Memory's lines come through L3: to count none or all of them there is right, to count half of them is not.
TEST(EventVerdicts, AllowWhatPassesThroughIfItIsCountedAsExactly) {
  const CountedPart l3{"L3", "read"};
  for (const double rate : {0.0, 0.5, 1.0}) {
    auto matrix = MadeUpEvents{{{"lookups", {{"L3 read", 1.0}, {"memory read", rate}}}}}.counted().matrix;
    EXPECT_EQ(judged(matrix, single_event("lookups"), l3).kind, rate > 0 ? Kind::counts_elsewhere : Kind::exact);
    for (StressWorkload &workload : matrix.workloads)
      if (workload.name == "memory read")
        workload.through = {l3};
    const EventVerdict verdict = judged(matrix, single_event("lookups"), l3);
    EXPECT_EQ(verdict.kind, rate == 0.5 ? Kind::counts_elsewhere : Kind::exact);
    EXPECT_EQ(verdict.also.size(), rate == 1.0 ? 1U : 0U);
  }
}

TEST(EventVerdicts, IgnoreUnknownResourcesOfAWorkload) {
  auto matrix = MadeUpEvents{{{"e", {{"L2 read", 1.0}, {"computing", 3.0}}}}}.counted().matrix;
  for (StressWorkload &workload : matrix.workloads)
    if (workload.name == "computing")
      workload.unknown_resources = {"L2"};
  EXPECT_EQ(judged(matrix, single_event("e"), l2_reads).kind, Kind::exact);
  matrix.workloads.back().unknown_resources = {"L3"};
  EXPECT_EQ(judged(matrix, single_event("e"), l2_reads).kind, Kind::counts_elsewhere);
}

TEST(EventVerdicts, OfAPartAreThoseOfBothWaysToo) {
  const auto matrix = MadeUpEvents{{{"lines in", {{"L2 read", 1.0}, {"L2 write", 1.0}}}}}.counted().matrix;
  const std::vector<CountedPart> parts = parts_of(matrix);
  EXPECT_THAT(parts, testing::Contains(l2_both));
  EXPECT_EQ(judged(matrix, single_event("lines in"), l2_both).kind, Kind::exact);
}

/// Neither of two events tells, their difference does.
TEST(EventVerdicts, JudgeFormulasLikeEvents) {
  const auto matrix = MadeUpEvents{{{"all", {{"L2 write", 1.0}, {"L3 write", 1.0}, {"memory write", 1.0}}},
                                    {"misses", {{"L3 write", 1.0}, {"memory write", 1.0}}},
                                    {"hits", {}}}}
                          .counted()
                          .matrix;
  const EventFormula formula{"all - misses", {{1, "all"}, {-1, "misses"}}};
  const auto ranked = ranked_events(matrix, {formula}, {"L2", "write"});
  EXPECT_EQ(ranked.front().formula.name, "all - misses");
  EXPECT_EQ(ranked.front().kind, Kind::exact);
  EXPECT_EQ(judged(matrix, single_event("hits"), {"L2", "write"}).kind, Kind::counts_nothing);
  EXPECT_EQ(judged(matrix, EventFormula{"?", {{1, "unknown"}}}, {"L2", "write"}).kind, Kind::not_counted);
}

TEST(EventVerdicts, OfWorkloadsThatDisagreeAreNone) {
  EventMatrix matrix;
  matrix.events = {"e"};
  matrix.workloads = {{"a", "pages", "", 100}, {"b", "pages", "", 1000}};
  matrix.counts = {{100.0}, {2000.0}};
  EXPECT_EQ(judged(matrix, single_event("e"), {"pages", ""}).kind, Kind::not_constant);
}

TEST(Overlaps, TellHowMuchOfEachPartIsCounted) {
  const auto matrix = MadeUpEvents{{{"e", {{"L3 read", 1.0}, {"memory read", 0.6}}}}}.counted().matrix;
  const auto found = overlap_of(matrix, single_event("e"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].first.resource, "L3");
  EXPECT_NEAR(found[0].second, 1.0, 0.01);
  EXPECT_NEAR(found[1].second, 0.6, 0.01);
}

TEST(CountedMatrices, LeaveOutWhatCannotBeCountedAndSayWhy) {
  struct Partly : SimulatedPmu {
    Counted count(const std::vector<CounterEvent> &events, Workload &workload) override {
      for (const CounterEvent &event : events)
        if (event.name == "missing")
          return CounterFault{CounterProblem::no_counter, ""};
      return SimulatedPmu::count(events, workload);
    }
  } source;
  source.truth = [](const std::string &workload, const CounterEvent &) { return workload == "nothing" ? 10.0 : 110.0; };
  NamedWorkload idle("nothing");
  const CountedMatrix counted = counted_matrix(source, {{"e", 4, 1}, {"missing", 4, 2}}, stress(), idle);
  ASSERT_EQ(counted.faults.size(), 1U);
  EXPECT_EQ(counted.faults.front().first, "missing");
  EXPECT_THAT(counted.matrix.events, testing::ElementsAre("e"));
  EXPECT_EQ(counted.matrix.counts.front().front(), 100.0);
}

/// Faults of all events at once: nothing is made of nothing.
TEST(CountedMatrices, OfCountersThatFailHoldNoFigure) {
  for (const int fault : {0, 1, 2, 3}) {
    SimulatedPmu source;
    source.truth = [](const std::string &, const CounterEvent &) { return 1e6; };
    source.is_allowed = fault != 0;
    source.is_there = fault != 1;
    source.takes_turns = fault == 2;
    source.overflows = fault == 3;
    NamedWorkload idle("nothing");
    const CountedMatrix counted = counted_matrix(source, {{"e", 4, 1}}, stress(), idle);
    EXPECT_FALSE(counted.faults.empty());
    EXPECT_TRUE(counted.matrix.events.empty());
    EXPECT_EQ(judged(counted.matrix, single_event("e"), l2_reads).kind, Kind::not_counted);
  }
}

TEST(ExclusiveEvents, AreFoundWhetherTheSystemSaysSoOrNot) {
  struct OneFilter : SimulatedPmu {
    bool is_told = true;
    Counted count(const std::vector<CounterEvent> &events, Workload &workload) override {
      const bool both = events.size() == 2 && events[0].name == "a" && events[1].name == "b";
      if (both && is_told)
        return CounterFault{CounterProblem::too_many, "Invalid argument"};
      if (both)
        return std::vector<double>{5000, 5000}; // the last filter that is set serves both
      return SimulatedPmu::count(events, workload);
    }
  } source;
  source.truth = [](const std::string &, const CounterEvent &event) { return event.name == "a" ? 1000.0 : 5000.0; };
  NamedWorkload work("work");
  for (const bool is_told : {true, false}) {
    source.is_told = is_told;
    const auto pairs = exclusive_pairs(source, {{"a", 4, 1}, {"b", 4, 2}, {"c", 4, 3}}, work);
    ASSERT_EQ(pairs.size(), 1U);
    EXPECT_EQ(pairs.front().first, "a");
    EXPECT_EQ(pairs.front().second, "b");
    EXPECT_FALSE(pairs.front().reason.empty());
  }
}

} // namespace
} // namespace osaca::measure
