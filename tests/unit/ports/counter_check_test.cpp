// Maps held against a made-up core whose ports are known: right ones agree, whatever the pipes are called, wrong ones
// do not.
#include "counters/simulated_pmu.h"

#include "measure/ports/counter_check.h"
#include "measure/ports/ports_file.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>

namespace osaca::measure {
namespace {

using testing::HasSubstr;

constexpr PipeSet ports(std::initializer_list<int> list) {
  PipeSet set = 0;
  for (const int one : list)
    set |= PipeSet{1} << one;
  return set;
}

/// Twelve ports, seven counters: some of them stand for ports that have nothing to do with each other.
struct CountedCore {
  std::vector<std::vector<int>> ports_of_counter = {{0}, {1}, {2, 3, 10}, {4, 9}, {5, 11}, {6}, {7, 8}};
  std::vector<std::vector<PipeDemand>> forms = {{{ports({0, 1, 5, 6, 10}), 1}}, // addition
                                                {{ports({0, 6}), 1}},           // shift
                                                {{ports({1}), 1}},              // multiplication
                                                {{ports({0, 1, 5}), 1}},        // vector logic
                                                {{ports({1, 5}), 1}},           // shuffle
                                                {{ports({0, 1}), 1}},           // vector multiplication
                                                {{ports({5}), 1}},
                                                {{ports({2, 3, 11}), 1}}, // load
                                                {{ports({2, 3, 11}), 1}, {ports({0, 1, 5, 6, 10}), 1}},
                                                {{ports({4, 9}), 1}},
                                                {{ports({0}), 1}},
                                                {{ports({6}), 1}},
                                                {{ports({0, 1}), 2}, {ports({5}), 1}}};

  [[nodiscard]] PortCounters counters() const {
    PortCounters made;
    for (std::size_t i = 0; i < ports_of_counter.size(); ++i)
      made.counters.push_back({{"C" + std::to_string(i), 4, i}, static_cast<int>(ports_of_counter[i].size())});
    return made;
  }

  /// Uops go evenly to their ports.
  [[nodiscard]] double uops_at(std::size_t form, std::size_t counter) const {
    double sum = 0;
    for (const PipeDemand &uop : forms[form])
      for (const int port : ports_of_counter[counter])
        sum += ((uop.pipes >> port) & 1U) != 0 ? uop.cycles / std::popcount(uop.pipes) : 0;
    return sum;
  }

  /// What inference that is right would find, with names of its own.
  [[nodiscard]] PortMap map(unsigned seed) const {
    std::vector<int> name(12);
    std::iota(name.begin(), name.end(), 0);
    std::mt19937 random(seed);
    std::shuffle(name.begin(), name.end(), random);
    PortMap made;
    made.pipes = 12;
    for (const auto &form : forms) {
      FormUsage usage;
      usage.kind = FormUsage::Kind::uops;
      double most = 0;
      for (const PipeDemand &uop : form) {
        PipeSet named = 0;
        for (int port = 0; port < 12; ++port)
          if (((uop.pipes >> port) & 1U) != 0)
            named |= PipeSet{1} << name[static_cast<std::size_t>(port)];
        usage.demands.push_back({named, uop.cycles});
        most = std::max(most, uop.cycles / std::popcount(uop.pipes));
      }
      usage.solo_cycles = most;
      made.forms.push_back(usage);
    }
    return made;
  }
};

struct MadeUpRunner : FormRunner {
  [[nodiscard]] std::optional<double> extra_executions(int) override { return 100000.0; }
  [[nodiscard]] bool run(int, bool, ProcessObserver &) override { return true; }
};

SimulatedPmu pmu_of(const CountedCore &core) {
  SimulatedPmu pmu;
  pmu.truth = [core](const std::string &workload, const CounterEvent &event) {
    const auto form = static_cast<std::size_t>(std::stoi(workload));
    const double executions = workload.ends_with(" long") ? 200000 : 100000;
    constexpr double around = 7000; // entering, leaving
    return around + executions * core.uops_at(form, event.config);
  };
  return pmu;
}

CounterCheck checked(const CountedCore &core, const PortMap &map) {
  SimulatedPmu pmu = pmu_of(core);
  MadeUpRunner runner;
  return count_and_check(pmu, core.counters(), runner, map);
}

std::vector<int> disagreeing(const CounterCheck &check) {
  std::vector<int> forms;
  for (const CounterVerdict &one : check.forms)
    if (one.kind != CounterVerdict::Kind::agrees)
      forms.push_back(one.form);
  return forms;
}

TEST(CounterCheck, AgreesWithARightMapWhateverItsPipesAreCalled) {
  const CountedCore core;
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U}) {
    const CounterCheck check = checked(core, core.map(seed));
    EXPECT_EQ(check.unavailable, "");
    EXPECT_EQ(check.forms.size(), core.forms.size());
    EXPECT_THAT(disagreeing(check), testing::IsEmpty());
    EXPECT_TRUE(check.is_complete);
  }
}

TEST(CounterCheck, ContradictsASetWithAPipeTooFewOrTooMany) {
  const CountedCore core;
  PortMap map = core.map(1);
  map.forms[4].demands[0].pipes = map.forms[3].demands[0].pipes; // a shuffle on all three
  EXPECT_THAT(disagreeing(checked(core, map)), testing::ElementsAre(4));
  map = core.map(2);
  map.forms[3].demands[0].pipes = map.forms[5].demands[0].pipes; // logic on two of its three
  EXPECT_THAT(disagreeing(checked(core, map)), testing::ElementsAre(3));
}

TEST(CounterCheck, ContradictsPipesThatAreShared) {
  const CountedCore core;
  PortMap map = core.map(3);
  map.forms[1].demands = map.forms[5].demands; // shifts where vectors multiply: one of these is wrong
  const CounterCheck check = checked(core, map);
  EXPECT_THAT(disagreeing(check), testing::ElementsAre(1));
  EXPECT_EQ(check.forms[1].kind, CounterVerdict::Kind::other_ports);
}

TEST(CounterCheck, TellsHowManyUopsThereAre) {
  const CountedCore core;
  PortMap map = core.map(4);
  map.forms[8].demands.pop_back(); // the addition behind the load is missing
  CounterCheck check = checked(core, map);
  EXPECT_THAT(disagreeing(check), testing::ElementsAre(8));
  EXPECT_EQ(check.forms[8].kind, CounterVerdict::Kind::more_uops);
  EXPECT_NEAR(check.forms[8].counted, 2, 0.01);
  map = core.map(4);
  map.forms[2].demands.push_back(map.forms[1].demands[0]);
  check = checked(core, map);
  EXPECT_EQ(check.forms[2].kind, CounterVerdict::Kind::fewer_uops);
}

TEST(CounterCheck, TakesOneUopOfTwoCyclesForWhatItMayBe) {
  CountedCore core;
  const PortMap map = core.map(5);
  core.forms.back()[0].cycles = 1; // counted once, though it keeps its pipe busy for two cycles
  EXPECT_THAT(disagreeing(checked(core, map)), testing::IsEmpty());
}

TEST(CounterCheck, CountsWithTheCountersThatThereAre) {
  const CountedCore core;
  SimulatedPmu pmu = pmu_of(core);
  pmu.counters = 2;
  MadeUpRunner runner;
  const CounterCheck check = count_and_check(pmu, core.counters(), runner, core.map(1));
  EXPECT_THAT(disagreeing(check), testing::IsEmpty());
  EXPECT_THAT(counter_summary(check), HasSubstr("agree with 13 of 13 forms"));
}

TEST(CounterCheck, ForgivesCountersThatCountCycles) {
  const CountedCore core;
  PortCounters counters = core.counters();
  counters.counters[2].may_undercount = true;
  SimulatedPmu pmu = pmu_of(core);
  pmu.truth = [truth = pmu.truth](const std::string &workload, const CounterEvent &event) {
    return truth(workload, event) * (event.config == 2 ? 0.5 : 1); // two of three in the same cycle
  };
  MadeUpRunner runner;
  EXPECT_THAT(disagreeing(count_and_check(pmu, counters, runner, core.map(1))), testing::IsEmpty());
}

TEST(CounterCheck, SaysInOneLineWhyThereIsNone) {
  const CountedCore core;
  MadeUpRunner runner;
  const auto summary = [&](auto spoil) {
    SimulatedPmu pmu = pmu_of(core);
    spoil(pmu);
    const CounterCheck check = count_and_check(pmu, core.counters(), runner, core.map(1));
    EXPECT_THAT(check.forms, testing::IsEmpty());
    EXPECT_THAT(counter_check_text(check, {}), HasSubstr("counters: unavailable"));
    return counter_summary(check);
  };
  EXPECT_THAT(summary([](SimulatedPmu &pmu) { pmu.is_allowed = false; }), HasSubstr("does not permit"));
  EXPECT_THAT(summary([](SimulatedPmu &pmu) { pmu.is_there = false; }), HasSubstr("does not provide this counter"));
  EXPECT_THAT(summary([](SimulatedPmu &pmu) { pmu.takes_turns = true; }), HasSubstr("share time"));
  SimulatedPmu pmu = pmu_of(core);
  PortCounters none;
  none.reason = "none are known";
  EXPECT_THAT(counter_summary(count_and_check(pmu, none, runner, core.map(1))), HasSubstr("none are known"));
}

TEST(CounterCheck, OfMorePipesThanPortsAgreesWithNothing) {
  const CountedCore core;
  PortMap map = core.map(1);
  map.pipes = 14;
  map.forms[0].demands[0].pipes |= PipeSet{3} << 12U;
  EXPECT_THAT(disagreeing(checked(core, map)), testing::Contains(0));
}

} // namespace
} // namespace osaca::measure
