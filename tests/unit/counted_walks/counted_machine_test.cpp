// From workloads to a program's report, on machines that are made up: what they count is known.
#include "simulated_stress.h"

#include "measure/counters/event_verdict.h"
#include "measure/counters/program_events.h"
#include "measure/counters/recording.h"

#include <gmock/gmock.h>

#include <map>

namespace osaca::measure {
namespace {

using testing::Contains;
using testing::HasSubstr;
using Kind = EventVerdict::Kind;

constexpr double beginning_and_end = 2500;

/// Level and access of "L3 read" or "L3 chase + ...".
std::string level_of(const std::string &workload) { return workload.substr(0, workload.find(' ')); }
bool ends_with(const std::string &text, const std::string &end) {
  return text.size() >= end.size() && text.ends_with(end);
}

/// For each line, by workload.
using Rate = std::function<double(const std::string &workload)>;

struct MadeUpMachine {
  std::map<std::string, Rate> rates;
  std::vector<CounterEvent> events;

  void add(const std::string &name, Rate rate, std::optional<StallRole> role = std::nullopt) {
    rates[name] = std::move(rate);
    events.push_back({name, 4, events.size(), role});
  }
  [[nodiscard]] SimulatedPmu pmu() const {
    SimulatedPmu made;
    made.truth = [all = rates](const std::string &workload, const CounterEvent &event) {
      return beginning_and_end + (workload == "nothing" ? 0 : all.at(event.name)(workload) * lines_of_walk);
    };
    return made;
  }
};

std::map<std::string, double> latencies() {
  std::map<std::string, double> found;
  for (const StressedChase &chase : simulated_stress().chases)
    found[chase.level] = chase.timed.latency_cycles;
  return found;
}

/// Of a chase: its latency, and what its multiplications take off or add.
struct ChaseTruth {
  double latency = 0;
  double independent = 0;
  double dependent = 0;
};
std::optional<ChaseTruth> chase_truth(const std::string &workload) {
  if (workload.find("chase") == std::string::npos)
    return std::nullopt;
  static const std::map<std::string, double> known = latencies();
  const double latency = known.at(level_of(workload));
  const double work = std::min(24.0, std::max(3.0, std::round(latency / 2)));
  return ChaseTruth{latency, ends_with(workload, "independent multiplications") ? work : 0,
                    workload.find("+ dependent") != std::string::npos ? 3 * work : 0};
}

double sweep_cycles(const std::string &workload) {
  for (const StressRun &run : simulated_stress().runs)
    if (run.facts.name == workload)
      return run.facts.cycles / lines_of_walk;
  return 0;
}

/// A part of the cycles of sweeps that move many lines.
Rate full_buffers(double share, const std::string &access = "") {
  return [=](const std::string &workload) {
    const bool is_far = level_of(workload) == "L3" || level_of(workload) == "MEM";
    const bool is_it = access.empty() ? workload.find("chase") == std::string::npos : ends_with(workload, access);
    return is_far && is_it && workload != "computing" ? share * sweep_cycles(workload) : 0;
  };
}

/// Events as the paper describes them (section 4.3).
MadeUpMachine machine_of_paper() {
  MadeUpMachine machine;
  machine.add(
      "CYCLES",
      [](const std::string &workload) {
        const auto chase = chase_truth(workload);
        return chase ? chase->latency + chase->dependent : std::max(1.0, sweep_cycles(workload));
      },
      StallRole::cycles);
  const Rate nothing_executed = [](const std::string &workload) {
    const auto chase = chase_truth(workload);
    return chase ? chase->latency - chase->independent + chase->dependent : 0;
  };
  machine.add("STALLS_LDM_PENDING", nothing_executed, StallRole::pending_misses);
  machine.add("CYCLES_NO_EXECUTE", nothing_executed, StallRole::pending_misses);
  machine.add(
      "STALLS_L1D_PENDING",
      [](const std::string &workload) {
        const auto chase = chase_truth(workload);
        return chase ? std::max(0.0, chase->latency - 5 - chase->independent) : 0; // the lookup of L1 is not in it
      },
      StallRole::pending_misses);
  machine.add("SB", full_buffers(0.6, "write"), StallRole::store_buffer);
  machine.add("FB_FULL", full_buffers(0.4), StallRole::fill_buffers);
  machine.add("SQ_FULL", full_buffers(0.3), StallRole::super_queue);
  return machine;
}

CounterRecording recorded_on(const MadeUpMachine &machine) {
  SimulatedPmu pmu = machine.pmu();
  const CountedMachine counted = count_machine(pmu, machine.events, simulated_stress());
  const auto read = read_recording(recording_text(counted.recording), "r.yml");
  EXPECT_TRUE(read) << (read ? "" : read.error().text());
  return read ? *read : CounterRecording{};
}

/// M9, from the walks to the verdicts, through a file.
TEST(CountedMachine, TellsStallEventsFromDecoysAsThePaperDoes) {
  const CounterRecording recording = recorded_on(machine_of_paper());
  bool is_paper_row_there = false;
  for (const RecordedChase &chase : recording.chases)
    if (chase.level == "L3" && chase.event == "STALLS_LDM_PENDING") {
      is_paper_row_there = true;
      EXPECT_NEAR(chase.counts.latency_cycles, 53, 0.5);
      EXPECT_NEAR(chase.counts.chase, 53, 0.5);
      EXPECT_NEAR(chase.counts.with_independent, 29, 0.5);
      EXPECT_NEAR(chase.counts.independent_cycles, 24, 0.1);
      EXPECT_NEAR(chase.counts.dependent_cycles, 72, 0.5);
    }
  EXPECT_TRUE(is_paper_row_there);
  std::map<std::string, bool> accepted;
  for (const RoleVerdict &verdict : judged_roles(recording))
    accepted[verdict.event] = verdict.is_accepted;
  EXPECT_THAT(accepted, testing::UnorderedElementsAre(std::pair{"CYCLES", true}, std::pair{"STALLS_LDM_PENDING", false},
                                                      std::pair{"CYCLES_NO_EXECUTE", false},
                                                      std::pair{"STALLS_L1D_PENDING", true}, std::pair{"SB", true},
                                                      std::pair{"FB_FULL", true}, std::pair{"SQ_FULL", true}));
  const std::string report = counters_report(recording);
  EXPECT_THAT(
      report,
      HasSubstr(
          "STALLS_LDM_PENDING, L3: increases with dependent work (latency 53.0 cycles, counted 53.0 alone, 29.0 with"));
  EXPECT_THAT(report, HasSubstr("rejected  CYCLES_NO_EXECUTE (pending_misses)"));
  EXPECT_THAT(report, HasSubstr("accepted  STALLS_L1D_PENDING (pending_misses)"));
}

/// M10 and M11: of the accepted events a program's time is taken apart, and what is missing is said.
TEST(CountedMachine, TakesProgramsApartByItsAcceptedEvents) {
  CounterRecording recording = recorded_on(machine_of_paper());
  recording.programs = {
      {"one part",
       1,
       {{"CYCLES", 1000},
        {"STALLS_L1D_PENDING", 600},
        {"SB", 100},
        {"FB_FULL", 150},
        {"SQ_FULL", 50},
        {"STALLS_LDM_PENDING", 900}}},
      {"routine", 1, {{"CYCLES", 100}, {"STALLS_L1D_PENDING", 60}, {"SB", 20}, {"FB_FULL", 40}, {"SQ_FULL", 15}}},
      {"no buffers", 1, {{"CYCLES", 1000}, {"STALLS_L1D_PENDING", 600}, {"SB", 1}}},
      {"impossible", 1, {{"CYCLES", 1000}, {"STALLS_L1D_PENDING", 1200}, {"FB_FULL", 0}}},
      {"decoy only", 1, {{"CYCLES", 1000}, {"STALLS_LDM_PENDING", 900}}}};
  const auto read = read_recording(recording_text(recording), "r.yml");
  ASSERT_TRUE(read) << read.error().text();
  const std::string report = counters_report(*read);
  EXPECT_THAT(
      report,
      HasSubstr(
          "one part: 40.0 % productive, 60.0 % waiting for memory: 20.0 % for its bandwidth, 40.0 % for its latency"));
  EXPECT_THAT(
      report,
      HasSubstr("no buffers: 40.0 % productive, 60.0 % waiting for memory: not divided into bandwidth and latency"));
  EXPECT_THAT(report, HasSubstr("impossible: time waiting for memory is contradictory"));
  EXPECT_THAT(report, HasSubstr("decoy only: time waiting for memory is unknown"));
  const auto routine = program_shares(stall_events_of(*read), read->programs[1]);
  ASSERT_TRUE(routine);
  EXPECT_LT(routine->shares.productive, 0.5);
  EXPECT_GT(routine->shares.bandwidth, routine->shares.memory / 2);
}

/// Faults of events of one role each: none is used.
TEST(CountedMachine, RejectsEventsThatDoNotFitTheirRole) {
  MadeUpMachine machine = machine_of_paper();
  machine.rates["CYCLES"] = [](const std::string &workload) {
    return chase_truth(workload) ? 0.5 * chase_truth(workload)->latency : 1;
  };
  machine.rates["STALLS_L1D_PENDING"] = [](const std::string &workload) { // hits, too
    const auto chase = chase_truth(workload);
    return chase ? chase->latency - chase->independent : 0;
  };
  machine.rates["SB"] = full_buffers(0.6);                            // where nothing is written, too
  machine.rates["FB_FULL"] = [](const std::string &) { return 0.0; }; // nowhere
  machine.rates["SQ_FULL"] = full_buffers(1.4);                       // more than there is
  std::map<std::string, std::string> reasons;
  const CounterRecording recording = recorded_on(machine);
  for (const RoleVerdict &verdict : judged_roles(recording)) {
    EXPECT_FALSE(verdict.is_accepted) << verdict.event;
    reasons[verdict.event] = verdict.reason;
  }
  EXPECT_THAT(reasons["CYCLES"], HasSubstr("does not count the cycles"));
  EXPECT_THAT(reasons["STALLS_L1D_PENDING"], HasSubstr("also counts hits in L1"));
  EXPECT_THAT(reasons["SB"], HasSubstr("nothing is written"));
  EXPECT_THAT(reasons["FB_FULL"], HasSubstr("counts nothing"));
  EXPECT_THAT(reasons["SQ_FULL"], HasSubstr("more than all cycles"));
  EXPECT_TRUE(stall_events_of(recording).empty());
}

bool is_from(const std::string &workload, const std::vector<std::string> &levels, const std::string &access) {
  return std::ranges::find(levels, level_of(workload)) != levels.end() && ends_with(workload, access);
}

/// What each fault looks like in the walks.
TEST(CountedMachine, GivesEventsOfLinesTheirVerdicts) {
  MadeUpMachine machine;
  const std::vector<std::string> behind = {"L2", "L3", "MEM"};
  machine.add("LINES_INTO_L1", [=](const std::string &w) {
    return is_from(w, behind, "read") || is_from(w, behind, "write") ? 1.0 : 0;
  });
  machine.add("HITS_IN_L2", [](const std::string &w) { return w == "L2 read" ? 1.0 : 0; });
  machine.add("WITH_PREFETCHES", [](const std::string &w) { return w == "L2 read" ? 1.32 : 0; });
  machine.add("A_PART", [](const std::string &w) { return w == "MEM read" ? 0.38 : 0; });
  machine.add("FLITS", [](const std::string &w) { return w == "MEM read" ? 8.0 : 0; });
  machine.add("BY_LEVEL", [](const std::string &w) { return w == "L2 read" ? 1.0 : w == "L3 read" ? 0.5 : 0; });
  machine.add("NOT_READ_TO_BE_WRITTEN", [=](const std::string &w) { return is_from(w, behind, "read") ? 1.0 : 0; });
  const CounterRecording recording = recorded_on(machine);
  const auto verdict = [&](const std::string &event, const CountedPart &part) {
    return judged(recording.matrix, single_event(event), part);
  };
  const CountedPart l2_read{"L2", "read"};
  EXPECT_EQ(verdict("LINES_INTO_L1", l2_read).kind, Kind::exact);
  EXPECT_THAT(verdict("LINES_INTO_L1", l2_read).also, Contains(CountedPart{"MEM", "read"}));
  EXPECT_EQ(verdict("LINES_INTO_L1", {"L2", ""}).kind, Kind::exact);
  EXPECT_EQ(verdict("HITS_IN_L2", l2_read).kind, Kind::exact);
  EXPECT_TRUE(verdict("HITS_IN_L2", l2_read).also.empty());
  EXPECT_EQ(verdict("HITS_IN_L2", {"L2", ""}).kind, Kind::counts_nothing);
  EXPECT_EQ(verdict("WITH_PREFETCHES", l2_read).kind, Kind::overcounts);
  EXPECT_EQ(verdict("A_PART", {"MEM", "read"}).kind, Kind::undercounts);
  EXPECT_EQ(verdict("FLITS", {"MEM", "read"}).kind, Kind::by_factor);
  EXPECT_EQ(verdict("BY_LEVEL", l2_read).kind, Kind::counts_elsewhere);
  EXPECT_EQ(verdict("NOT_READ_TO_BE_WRITTEN", l2_read).kind, Kind::exact);
  EXPECT_EQ(verdict("NOT_READ_TO_BE_WRITTEN", {"L2", ""}).kind, Kind::counts_nothing);
}

/// Two events that share a filter: said, kept in the file, and not asked for together.
TEST(CountedMachine, FindsEventsThatExcludeEachOther) {
  MadeUpMachine machine;
  const Rate from_memory = [](const std::string &w) { return w == "MEM read" ? 1.0 : 0; };
  machine.add("TOR_READS", from_memory);
  machine.add("TOR_WRITES", [](const std::string &w) { return w == "MEM write" ? 1.0 : 0; });
  machine.add("OTHER", [](const std::string &w) { return w == "L3 read" ? 1.0 : 0; });
  struct OneFilter : SimulatedPmu {
    Counted count(const std::vector<CounterEvent> &events, Workload &workload) override {
      const auto has = [&](const std::string &name) {
        return std::ranges::any_of(events, [&](const CounterEvent &one) { return one.name == name; });
      };
      if (has("TOR_READS") && has("TOR_WRITES"))
        return CounterFault{CounterProblem::too_many, "Invalid argument"};
      return SimulatedPmu::count(events, workload);
    }
  } pmu;
  static_cast<SimulatedPmu &>(pmu) = machine.pmu();
  const CountedMachine counted = count_machine(pmu, machine.events, simulated_stress());
  const auto read = read_recording(recording_text(counted.recording), "r.yml");
  ASSERT_TRUE(read) << read.error().text();
  ASSERT_EQ(read->exclusive.size(), 1U);
  EXPECT_THAT(counters_report(*read),
              HasSubstr("TOR_READS, TOR_WRITES: there are too many events to count at the same time"));
  NamedWorkload idle("nothing");
  const ProgramEvents chosen = program_events(*read, machine.events, pmu, idle);
  EXPECT_EQ(chosen.wanted.size(), 2U);
  EXPECT_THAT(chosen.left_out, Contains(HasSubstr("cannot be counted together with")));
}

/// Waiting for memory is asked for before the parts; events for which no counter is left are named.
TEST(CountedMachine, ChoosesAsManyEventsAsThereAreCounters) {
  MadeUpMachine machine = machine_of_paper();
  machine.add("HITS_IN_L2", [](const std::string &w) { return w == "L2 read" ? 1.0 : 0; });
  const CounterRecording recording = recorded_on(machine);
  SimulatedPmu pmu = machine.pmu();
  pmu.counters = 4;
  NamedWorkload idle("nothing");
  const ProgramEvents chosen = program_events(recording, machine.events, pmu, idle);
  EXPECT_EQ(chosen.wanted.size(), 4U);
  EXPECT_EQ(chosen.roles.size(), 4U);
  EXPECT_TRUE(chosen.parts.empty());
  EXPECT_THAT(chosen.left_out, Contains("no counter is free for HITS_IN_L2"));
  EXPECT_THAT(program_events(recording, {}, pmu, idle).left_out,
              Contains("CYCLES: its code is missing from the list of events"));
  pmu.is_allowed = false;
  const ProgramEvents none = program_events(recording, machine.events, pmu, idle);
  EXPECT_TRUE(none.wanted.empty());
  EXPECT_THAT(none.left_out, Contains(HasSubstr("CYCLES: the system does not permit")));
}

/// No permission, no counters, counters that take turns: nothing is counted, and it is said once for all events.
TEST(CountedMachine, SaysOnceWhatKeepsItFromCounting) {
  const MadeUpMachine machine = machine_of_paper();
  for (const int fault : {0, 1, 2}) {
    SimulatedPmu pmu = machine.pmu();
    pmu.is_allowed = fault != 0;
    pmu.is_there = fault != 1;
    pmu.takes_turns = fault == 2;
    const CountedMachine counted = count_machine(pmu, machine.events, simulated_stress());
    EXPECT_TRUE(counted.recording.matrix.events.empty());
    EXPECT_TRUE(counted.recording.chases.empty());
    EXPECT_THAT(counted.notes, Contains(HasSubstr("CYCLES, STALLS_LDM_PENDING")));
  }
}

} // namespace
} // namespace osaca::measure
