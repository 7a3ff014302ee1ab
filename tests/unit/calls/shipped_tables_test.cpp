// The shipped tables of calls: they can be read, and each is of a core that has a model.
#include "model/library/call_tables.h"
#include "model/library/library.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

std::shared_ptr<const CallCosts> costs_on(const std::string &core) {
  const auto model = ModelLibrary::shipped().load(core);
  EXPECT_TRUE(model) << core;
  return call_costs_of(*model, nullptr);
}

TEST(ShippedCallTables, HaveTheFunctionsOfLibm) {
  const auto costs = costs_on("zen3");
  for (const char *name : {"sin", "cos", "exp", "log", "pow", "cbrt", "hypot", "fmod", "sinf", "expf", "_ZGVbN2v_sin",
                           "_ZGVdN4v_exp", "_ZGVdN8v_expf", "memcpy", "strlen", "malloc", "free"}) {
    const auto cost = costs->find(name);
    ASSERT_TRUE(cost) << name;
    EXPECT_FALSE(cost->is_estimated) << name;
    EXPECT_EQ(cost->core, "zen3");
  }
}

TEST(ShippedCallTables, AreEstimatesForOtherCores) {
  const auto cost = costs_on("zen2")->find("sin");
  ASSERT_TRUE(cost);
  EXPECT_TRUE(cost->is_estimated);
  EXPECT_EQ(cost->core, "zen3");
}

TEST(ShippedCallTables, OfOtherCoresHaveTheFunctionsThatTheOwnTableLacks) {
  const auto cost = costs_on("zen3")->find("sincos");
  ASSERT_TRUE(cost);
  EXPECT_TRUE(cost->is_estimated);
  EXPECT_EQ(cost->core, "zen4") << "more similar than emeraldrapids, whose table has it as well";
  EXPECT_FALSE(costs_on("emeraldrapids")->find("sincos")->is_estimated);
}

// The table of Zen 3 has 67.0 cycles for the latency of sin. Zen 2 differs from Zen 3 in the latency of a fused
// multiply-add, 5 cycles instead of 4 (InstLatX64).
TEST(ShippedCallTables, AreScaledByTheLatenciesOfBothCores) {
  const auto latency_on = [](const char *core) { return costs_on(core)->find("sin")->latency_cycles->to_double(); };
  const double own = latency_on("zen3");
  EXPECT_NEAR(latency_on("zen2"), own * (3 + 3 + 5) / (3 + 3 + 4), 0.1);
}

// Cores that have the same latencies of additions, multiplications and fused multiply-adds. The tables were measured on
// two machines.
TEST(ShippedCallTables, OfSuccessiveCoresHaveNearlyTheSameLatencies) {
  for (const char *name : {"sin", "cos", "tan", "exp", "log", "pow", "cbrt", "hypot", "atan", "sinf", "expf", "logf",
                           "_ZGVbN2v_sin", "_ZGVdN4v_exp", "_ZGVdN8v_expf", "_ZGVdN4v_log"}) {
    const double latency = costs_on("zen4")->find(name)->latency_cycles->to_double();
    EXPECT_NEAR(latency, costs_on("zen3")->find(name)->latency_cycles->to_double(), 0.16 * latency) << name;
  }
}

// The same command measured both tables, on cores of different makers. For usual arguments, they differ by less than
// twofold, and nine tenths of the latencies by less than a quarter.
TEST(ShippedCallTables, OfTwoCoresAreSimilarForUsualArguments) {
  const auto costs = costs_on("emeraldrapids");
  const auto others = costs_on("zen4");
  int near = 0;
  int all = 0;
  for (const char *name : {"sin", "cos", "tan", "exp", "log", "pow", "cbrt", "hypot", "atan", "sinf", "expf", "logf",
                           "_ZGVbN2v_sin", "_ZGVdN4v_exp", "_ZGVdN8v_expf", "_ZGVdN4v_log"}) {
    const auto cost = costs->find(name);
    const auto other = others->find(name);
    ASSERT_TRUE(cost && other && cost->latency_cycles && other->latency_cycles) << name;
    const double throughput = other->throughput_cycles.to_double() / cost->throughput_cycles.to_double();
    EXPECT_GT(throughput, 0.5) << name;
    EXPECT_LT(throughput, 2) << name;
    const double latency = other->latency_cycles->to_double() / cost->latency_cycles->to_double();
    EXPECT_GT(latency, 0.5) << name;
    EXPECT_LT(latency, 2) << name;
    ++all;
    near += latency > 0.75 && latency < 1.25 ? 1 : 0;
  }
  EXPECT_GE(10 * near, 9 * all);
}

TEST(ShippedCallTables, AreNotUsedForOtherInstructionSets) { EXPECT_FALSE(costs_on("n1")->find("sin")); }

} // namespace
} // namespace osaca
