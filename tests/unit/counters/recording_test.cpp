#include "simulated_pmu.h"

#include "measure/counters/counted_machine.h"
#include "measure/counters/counter_source.h"
#include "measure/counters/event_list.h"
#include "measure/counters/event_verdict.h"
#include "measure/counters/process_workload.h"
#include "measure/counters/recording.h"

#include <gmock/gmock.h>

#include <set>

namespace osaca::measure {
namespace {

using testing::HasSubstr;

constexpr std::string_view written = R"(schema: osaca-counter-recording-1
machine: "one"
source: "a table"
workloads:
  - {name: reading, resource: L3, access: read, units: 467e6, bytes: 29.9e9, bytes_per_unit: 64, seconds: 1, counts: {a: 467e6, b: 1e9}}
  - {name: writing, resource: L3, access: write, units: 277e6, bytes: 15.0e9, bytes_per_unit: 64, seconds: 1, cycles: 2.5e9,
     through: [{resource: L2}, {resource: L3, access: read}], untold: [pages], counts: {c: 277000000}}
  - {name: computing, units: 1000, counts: {a: 0, b: 5000}}
formulas:
  - {name: "b - a", terms: {b: 1, a: -1}}
chases:
  - {event: s, level: L3, latency_cycles: 53, chase: 53, with_independent: 29, independent_cycles: 24, with_dependent: 125, dependent_cycles: 72}
roles: [{event: s, role: pending_misses}]
exclusive: [{first: a, second: b, reason: "one filter"}]
programs: [{command: "sort words.txt", seconds: 0.5, counts: {a: 5, s: 7}}]
)";

TEST(Recordings, StayTheSameWhenWritten) {
  const auto once = read_recording(written, "r.yml");
  ASSERT_TRUE(once);
  const auto again = read_recording(recording_text(*once), "again.yml");
  ASSERT_TRUE(again) << again.error().text() << recording_text(*once);
  EXPECT_EQ(recording_text(*once), recording_text(*again));
  EXPECT_EQ(again->matrix.counts, once->matrix.counts);
  EXPECT_EQ(again->chases.front().counts.with_dependent, 125);
  EXPECT_EQ(again->chases.front().level, "L3");
  const StressWorkload &writing = again->matrix.workloads[1];
  EXPECT_EQ(writing.cycles, 2.5e9);
  EXPECT_THAT(writing.through, testing::ElementsAre(CountedPart{"L2", ""}, CountedPart{"L3", "read"}));
  EXPECT_THAT(writing.unknown_resources, testing::ElementsAre("pages"));
  EXPECT_EQ(again->roles.front().role, StallRole::pending_misses);
  EXPECT_EQ(again->exclusive.front().reason, "one filter");
  EXPECT_EQ(again->programs.front().command, "sort words.txt");
  EXPECT_THAT(again->programs.front().counts, testing::ElementsAre(std::pair{"a", 5.0}, std::pair{"s", 7.0}));
}

TEST(Recordings, AreReportedWithReasons) {
  const std::string report = counters_report(*read_recording(written, "r.yml"));
  EXPECT_THAT(report, HasSubstr("accepted  a: exact: 1.00 per unit"));
  EXPECT_THAT(report, HasSubstr("rejected  b: counts elsewhere: 5.00 per unit in 'computing'"));
  EXPECT_THAT(report, HasSubstr("17.7 GB/s, so no utilisation is reported"));
  EXPECT_THAT(report, HasSubstr("s, L3: increases with dependent work"));
  EXPECT_THAT(report, HasSubstr("a, b: one filter"));
  EXPECT_THAT(report,
              HasSubstr("sort words.txt: time waiting for memory is unknown: no event for cycles was accepted"));
}

TEST(Recordings, ThatAreNoneAreRefusedWithTheirPlace) {
  const std::string head = "schema: osaca-counter-recording-1\n";
  for (const std::string &text :
       std::vector<std::string>{"",
                                "[]",
                                "schema: osaca-ports-1\n",
                                head + "workloads: 5\n",
                                head + "workloads: [{name: a, counts: {e: -1}}]\n",
                                head + "workloads: [{name: a, counts: {e: 1e999}}]\n",
                                head + "workloads: [{name: a, counts: {e: nan}}]\n",
                                head + "workloads: [{name: a, counts: {}}, {name: a, counts: {}}]\n",
                                head + "workloads: [{counts: {}}]\n",
                                head + "formulas: [{name: a, terms: {}}]\n",
                                head + "formulas: [{name: a, terms: {e: 1.5}}]\n",
                                head + "chases: [{event: a, chase: x}]\n",
                                head + "more: 1\n",
                                head + "roles: [{event: a, role: odd}]\n",
                                head + "roles: [{role: cycles}]\n",
                                head + "exclusive: [{first: a}]\n",
                                head + "programs: [{counts: {}}]\n",
                                head + "programs: [{command: a, counts: {e: -1}}]\n",
                                head + "workloads: [{name: a, through: [{access: read}], counts: {}}]\n",
                                head + "workloads: [{name: a, untold: [[]], counts: {}}]\n"}) {
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
  for (const std::string &text : std::vector<std::string>{
           "", head + "[]\n", head + "[{name: a, type: odd}]\n", head + "[{name: a, type: software}]\n",
           head + "[{name: a, type: raw, event: 0x1fff, umask: 1}]\n",
           head + "[{name: a, type: software, config: 1}, {name: a, type: software, config: 2}]\n"})
    EXPECT_FALSE(read_events(text, "e.yml")) << text;
  EXPECT_EQ(read_events(head + "[{name: a, type: raw, event: 0xb2, umask: 0x01}]\n", "e.yml")->front().config, 0x1b2U);
}

std::vector<CounterEvent> shipped_for(const ProcessorIdentity &processor) {
  const auto found = read_events(shipped_events(), "events.yml", processor);
  EXPECT_TRUE(found) << (found ? "" : found.error().text());
  return found ? *found : std::vector<CounterEvent>{};
}

/// An event has one code on a core, and each kind of core with a list can be asked how it waits.
TEST(EventLists, KnowTheCoresThatTheyName) {
  const std::size_t of_all = shipped_for({}).size();
  for (const ProcessorIdentity &one : std::vector<ProcessorIdentity>{{"GenuineIntel", 6, 85},
                                                                     {"GenuineIntel", 6, 106},
                                                                     {"GenuineIntel", 6, 143},
                                                                     {"GenuineIntel", 6, 207},
                                                                     {"AuthenticAMD", 25, 1},
                                                                     {"AuthenticAMD", 25, 17}}) {
    const std::vector<CounterEvent> events = shipped_for(one);
    EXPECT_GT(events.size(), of_all);
    std::set<std::pair<std::uint32_t, std::uint64_t>> codes;
    std::set<StallRole> roles;
    for (const CounterEvent &event : events) {
      EXPECT_TRUE(codes.insert({event.type, event.config}).second) << event.name;
      if (event.role)
        roles.insert(*event.role);
    }
    EXPECT_TRUE(roles.contains(StallRole::cycles) && roles.contains(StallRole::store_buffer));
    EXPECT_EQ(roles.contains(StallRole::fill_buffers), one.vendor == "GenuineIntel"); // AMD documents none
  }
  EXPECT_EQ(shipped_for({"GenuineIntel", 6, 1}).size(), of_all);
}

/// As the register has them: event in bits 0-7 and 32-35, umask 8-15, cmask 24-31 (Intel's and AMD's manuals).
TEST(EventLists, PutCodesWhereTheRegisterHasThem) {
  const std::string head = "schema: osaca-events-1\nevents: ";
  EXPECT_EQ(
      read_events(head + "[{name: a, type: raw, event: 0xa3, umask: 0x0c, cmask: 12}]\n", "e.yml")->front().config,
      0x0c000ca3U);
  EXPECT_EQ(read_events(head + "[{name: a, type: raw, event: 0x1a0, umask: 0x1e}]\n", "e.yml")->front().config,
            0x100001ea0U);
  const auto cache = read_events(head + "[{name: a, type: cache, config: 0x10000, role: cycles}]\n", "e.yml");
  EXPECT_EQ(cache->front().type, 3U);
  EXPECT_EQ(cache->front().role, StallRole::cycles);
}

TEST(EventLists, OfCoresAreReadAsHostileInput) {
  const std::string head = "schema: osaca-events-1\nevents: [{name: a, type: software, config: 1}]\ncores: ";
  const std::string events = "events: [{name: b, type: raw, event: 1, umask: 1}]";
  for (const std::string &text : std::vector<std::string>{
           head + "5\n", head + "[{vendor: a, models: [1], source: s, " + events + "}]\n",
           head + "[{vendor: a, family: 6, models: [1-], source: s, " + events + "}]\n",
           head + "[{vendor: a, family: 6, models: [1], " + events + "}]\n",
           head + "[{vendor: a, family: 6, models: [1], source: s, events: []}]\n",
           head +
               "[{vendor: a, family: 6, models: [1], source: s, events: [{name: a, type: raw, event: 1, umask: 1}]}]\n",
           head + "[{vendor: a, family: 6, models: [1], source: s, events: [{name: b, type: raw, event: 1, umask: 1, "
                  "role: none}]}]\n"})
    EXPECT_FALSE(read_events(text, "e.yml")) << text;
  const auto ranged = head + "[{vendor: v, family: 6, models: [\"16-31\"], source: s, " + events + "}]\n";
  EXPECT_EQ(read_events(ranged, "e.yml", {"v", 6, 31})->size(), 2U);
  EXPECT_EQ(read_events(ranged, "e.yml", {"v", 6, 32})->size(), 1U);
  EXPECT_EQ(read_events(ranged, "e.yml", {"w", 6, 31})->size(), 1U);
}

/// Live, on any machine that lets a process count its own events: faults are chosen, time is not, though it grows with
/// them.
TEST(SoftwareEvents, OfFreshPagesAreTheMinorFaults) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer's own pages are faults, too: one for eight";
#endif
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
