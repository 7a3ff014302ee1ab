#include "measure/counters/program_shares.h"

#include <gmock/gmock.h>

namespace osaca::measure {
namespace {

using testing::HasSubstr;
using testing::Not;

void add_samples(std::vector<ProfileSample> &samples, const std::string &event, const std::string &function, int count,
                 double period) {
  for (int i = 0; i < count; ++i)
    samples.push_back({event, period, 0x1000, function, std::nullopt, "/home/somebody/bt"});
}

const std::vector<std::pair<std::string, std::string>> names_of_events = {
    {"cycles", "cycles"}, {"r1", "pending"}, {"r2", "fill"}, {"r3", "queue"}, {"r4", "stores"}};
const std::vector<RoledEvent> roles_of_events = {{"cycles", StallRole::cycles},
                                                 {"pending", StallRole::pending_misses},
                                                 {"fill", StallRole::fill_buffers},
                                                 {"queue", StallRole::super_queue},
                                                 {"stores", StallRole::store_buffer}};

/// M11: of an application, the routine that is below half productive and waits for bandwidth is found, beside one that
/// computes.
TEST(FunctionShares, ShowWhichRoutinesWaitForWhat) {
  std::vector<ProfileSample> samples;
  add_samples(samples, "cycles:u", "rhs", 250, 4e6);
  add_samples(samples, "r1:u", "rhs", 150, 4e6); // 60 % of its cycles
  add_samples(samples, "r2:u", "rhs", 100, 4e6); // 40 %
  add_samples(samples, "r3:u", "rhs", 25, 4e6);  // 10 %
  add_samples(samples, "cycles:u", "solve", 750, 4e6);
  add_samples(samples, "r1:u", "solve", 75, 4e6);
  add_samples(samples, "other:u", "solve", 900, 4e6); // nobody asked for it
  const SampledProgram program = sampled_program(samples, names_of_events);
  ASSERT_EQ(program.functions.size(), 2U);
  const std::string text = functions_text(program, roles_of_events);
  EXPECT_THAT(text, HasSubstr("25.0 %  rhs (bt): 40.0 % productive, 60.0 % waiting for memory: 50.0 % for its "
                              "bandwidth, 10.0 % for its latency"));
  EXPECT_THAT(text, HasSubstr("75.0 %  solve (bt): 90.0 % productive, 10.0 % waiting for memory: 0.0 % for its "
                              "bandwidth, 10.0 % for its latency"));
  const auto told = program_shares(roles_of_events, program.functions.back().counts);
  ASSERT_TRUE(told);
  EXPECT_LT(told->shares.productive, 0.5);
  EXPECT_EQ(recorded_functions(program, "bt").size(), 2U);
}

TEST(FunctionShares, TellTimeWithoutCounters) {
  std::vector<ProfileSample> samples;
  add_samples(samples, "task-clock:u", "heavy", 30, 1e6);
  add_samples(samples, "task-clock:u", "light", 10, 1e6);
  const SampledProgram program = sampled_program(samples, {{"task-clock", "task-clock"}});
  const std::string text = functions_text(program, {});
  EXPECT_THAT(text, HasSubstr("by 40 samples of task-clock"));
  EXPECT_THAT(text, HasSubstr("75.0 %  heavy (bt)\n  25.0 %  light (bt)\n"));
  EXPECT_THAT(text, Not(HasSubstr("others")));
}

/// Few samples tell no shares, and what is left out is told as a whole.
TEST(FunctionShares, SayWhatTheyCannotTell) {
  std::vector<ProfileSample> samples;
  add_samples(samples, "cycles:u", "much", 10'000, 1);
  add_samples(samples, "cycles:u", "few", 49, 10);
  for (int i = 0; i < 100; ++i)
    add_samples(samples, "cycles:u", "tiny" + std::to_string(i), 1, 3);
  const std::string text = functions_text(sampled_program(samples, names_of_events), roles_of_events);
  EXPECT_THAT(text, HasSubstr("few (bt): too few samples"));
  EXPECT_THAT(text, HasSubstr("2.8 %  others"));
  EXPECT_THAT(functions_text(sampled_program({}, names_of_events), roles_of_events), HasSubstr("No sample"));
}

} // namespace
} // namespace osaca::measure
