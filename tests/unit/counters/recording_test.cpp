#include "simulated_pmu.h"

#include "measure/counters/count_matrix.h"
#include "measure/counters/counters_report.h"
#include "measure/counters/event_list.h"
#include "measure/counters/event_verdict.h"
#include "measure/counters/page_stress.h"
#include "measure/counters/perf_events.h"

#include <gmock/gmock.h>

namespace osaca::measure {
namespace {

using testing::HasSubstr;

constexpr std::string_view written = R"(schema: osaca-counter-recording-1
machine: "one"
source: "a table"
workloads:
  - {name: reading, resource: L3, access: read, units: 467e6, bytes: 29.9e9, bytes_per_unit: 64, seconds: 1, counts: {a: 467e6, b: 1e9}}
  - {name: writing, resource: L3, access: write, units: 277e6, bytes: 15.0e9, bytes_per_unit: 64, seconds: 1, counts: {c: 277000000}}
  - {name: computing, units: 1000, counts: {a: 0, b: 5000}}
formulas:
  - {name: "b - a", terms: {b: 1, a: -1}}
chases:
  - {event: s, latency_cycles: 53, chase: 53, with_independent: 29, independent_cycles: 24, with_dependent: 125, dependent_cycles: 72}
)";

TEST(Recordings, AreASourceOfCountsThatRunsNothing) {
  const auto recording = read_recording(written, "r.yml");
  ASSERT_TRUE(recording) << recording.error().text();
  RecordedCounters source(recording->matrix);
  NamedWorkload reading("reading");
  EXPECT_THAT(*counts_in(source.count({{"b", 0, 0}, {"a", 0, 0}}, reading)), testing::ElementsAre(1e9, 467e6));
  EXPECT_EQ(fault_in(source.count({{"c", 0, 0}}, reading))->problem, CounterProblem::no_counter);
  NamedWorkload other("other");
  EXPECT_EQ(fault_in(source.count({{"a", 0, 0}}, other))->problem, CounterProblem::no_such_workload);
}

TEST(Recordings, StayTheSameWhenWritten) {
  const auto once = read_recording(written, "r.yml");
  ASSERT_TRUE(once);
  const auto again = read_recording(recording_text(*once), "again.yml");
  ASSERT_TRUE(again) << again.error().text() << recording_text(*once);
  EXPECT_EQ(recording_text(*once), recording_text(*again));
  EXPECT_EQ(again->matrix.counts, once->matrix.counts);
  EXPECT_EQ(again->chases.front().counts.with_dependent, 125);
}

TEST(Recordings, AreReportedWithReasons) {
  const std::string report = counters_report(*read_recording(written, "r.yml"));
  EXPECT_THAT(report, HasSubstr("accepted  a: exact: 1.00 for each"));
  EXPECT_THAT(report, HasSubstr("rejected  b: counts elsewhere: 5.00 for each in 'computing'"));
  EXPECT_THAT(report, HasSubstr("17.7 GB/s, so nothing is concluded"));
  EXPECT_THAT(report, HasSubstr("s: grows by dependent work"));
}

TEST(Recordings, ThatAreNoneAreRefusedWithTheirPlace) {
  const std::string head = "schema: osaca-counter-recording-1\n";
  for (const std::string &text : std::vector<std::string>{
           "", "[]", "schema: osaca-ports-1\n", head + "workloads: 5\n", head + "workloads: [{name: a, counts: {e: -1}}]\n",
           head + "workloads: [{name: a, counts: {e: 1e999}}]\n", head + "workloads: [{name: a, counts: {e: nan}}]\n",
           head + "workloads: [{name: a, counts: {}}, {name: a, counts: {}}]\n", head + "workloads: [{counts: {}}]\n",
           head + "formulas: [{name: a, terms: {}}]\n", head + "formulas: [{name: a, terms: {e: 1.5}}]\n",
           head + "chases: [{event: a, chase: x}]\n", head + "more: 1\n"}) {
    const auto found = read_recording(text, "r.yml");
    ASSERT_FALSE(found) << text;
    EXPECT_EQ(found.error().where.file, "r.yml");
  }
}

TEST(EventLists, AreReadAsHostileInput) {
  const auto shipped = read_events(shipped_events(), "events.yml");
  ASSERT_TRUE(shipped) << shipped.error().text();
  EXPECT_GT(shipped->size(), 3U);
  const std::string head = "schema: osaca-events-1\nevents: ";
  for (const std::string &text : std::vector<std::string>{"", head + "[]\n", head + "[{name: a, type: odd}]\n", head + "[{name: a, type: software}]\n",
                                                          head + "[{name: a, type: raw, event: 0x1fff, umask: 1}]\n",
                                                          head + "[{name: a, type: software, config: 1}, {name: a, type: software, config: 2}]\n"})
    EXPECT_FALSE(read_events(text, "e.yml")) << text;
  EXPECT_EQ(read_events(head + "[{name: a, type: raw, event: 0xb2, umask: 0x01}]\n", "e.yml")->front().config, 0x1b2U);
}

/// Live, on any machine that lets a process count its own events: faults are chosen, time is not, though it grows with them.
TEST(SoftwareEvents, OfFreshPagesAreTheMinorFaults) {
  const auto events = read_events(shipped_events(), "events.yml");
  PerfEvents source;
  const auto idle = idle_workload();
  const CountedMatrix counted = counted_matrix(source, *events, page_stress(), *idle);
  if (!counted.matrix.event_named("minor-faults") || !counted.matrix.event_named("task-clock"))
    GTEST_SKIP() << (counted.faults.empty() ? "not countable" : text_of(counted.faults.front().second));
  const auto ranked = ranked_events(counted.matrix, {}, {"fresh pages", ""});
  EXPECT_EQ(ranked.front().formula.name, "minor-faults");
  EXPECT_EQ(ranked.front().kind, EventVerdict::Kind::exact) << text_of(ranked.front());
  EXPECT_NEAR(ranked.front().per_unit, 1, 0.03);
  for (const EventVerdict &one : ranked)
    EXPECT_EQ(one.is_accepted(), one.formula.name == "minor-faults") << one.formula.name << ": " << text_of(one);
}

} // namespace
} // namespace osaca::measure
