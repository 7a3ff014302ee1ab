#include "simulated_pmu.h"

#include "measure/counters/program_events.h"

#include <gmock/gmock.h>

namespace osaca::measure {
namespace {

using testing::HasSubstr;

const CounterEvent minor_faults_of_program{"minor-faults", 1, 5};

TEST(CountedPrograms, KeepTheirStatus) {
  const auto three = count_program({}, {"sh", "-c", "exit 3"});
  ASSERT_TRUE(three);
  EXPECT_EQ(three->exit_status, 3);
  const auto killed = count_program({}, {"sh", "-c", "kill -9 $$"});
  ASSERT_TRUE(killed);
  EXPECT_EQ(killed->exit_status, 137);
  const auto none = count_program({}, {"/there/is/no/such/program"});
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().text(), HasSubstr("no/such/program"));
  EXPECT_FALSE(count_program({}, {}));
}

/// What a program starts is counted too.
TEST(CountedPrograms, AreCountedWithWhatTheyStart) {
  const auto one = count_program({minor_faults_of_program}, {"sh", "-c", "true"});
  const auto several =
      count_program({minor_faults_of_program}, {"sh", "-c", "for i in 1 2 3 4 5 6; do sh -c true; done; true"});
  ASSERT_TRUE(one && several);
  ASSERT_EQ(one->counts.size(), 1U);
  if (const CounterFault *fault = fault_in(one->counts.front()))
    GTEST_SKIP() << text_of(*fault);
  const double alone = counts_in(one->counts.front())->front();
  EXPECT_GT(alone, 10);
  EXPECT_GT(counts_in(several->counts.front())->front(), 3 * alone);
}

EventMatrix saturated_matrix() {
  EventMatrix matrix;
  matrix.events = {"flits", "decoy"};
  matrix.workloads = {{"link", "link", "read", 1e6, 64e6, 64, 0.01}, {"computing", "", "", 1e6}};
  matrix.counts = {{8e6, 1e6}, {0.0, 1e6}};
  return matrix;
}

TEST(ProgramReports, BelieveAcceptedEventsOnly) {
  const EventMatrix matrix = saturated_matrix();
  const auto believed = believed_events(matrix, {{"decoy", 4, 1}, {"flits", 4, 2}});
  ASSERT_EQ(believed.size(), 1U);
  EXPECT_EQ(believed.front().event.name, "flits");
  EXPECT_TRUE(believed_events(matrix, {{"decoy", 4, 1}}).empty());
}

/// 100 million lines a second saturate the link; 40 million flits of eight to a line in half a second are a tenth of
/// that.
TEST(ProgramReports, TellUtilisation) {
  const EventMatrix matrix = saturated_matrix();
  const auto believed = believed_events(matrix, {{"flits", 4, 2}});
  const std::string report = program_report(believed, matrix, {0, 0.5, {std::vector<double>{40e6}}});
  EXPECT_THAT(report, HasSubstr("5000000, 10000000 per second, 10.0 % of its capacity"));
  EXPECT_THAT(program_report(believed, matrix, {0, 0.5, {CounterFault{CounterProblem::took_turns, ""}}}),
              HasSubstr("share time"));
}

} // namespace
} // namespace osaca::measure
