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
  EXPECT_EQ(cost->core, "emeraldrapids");
  EXPECT_FALSE(costs_on("emeraldrapids")->find("sincos")->is_estimated);
}

// The figures of both tables were measured by the same command, on cores of different makers. The estimates of usual
// arguments are within a factor of two, and most latencies within a quarter.
TEST(ShippedCallTables, AreNearTheEstimatesFromAnotherCore) {
  const auto emerald = ModelLibrary::shipped().load("emeraldrapids");
  ASSERT_TRUE(emerald);
  const auto measured = call_costs_of(*emerald, nullptr);
  const auto estimated = costs_on("zen4"); // from zen3
  int near = 0;
  int all = 0;
  for (const char *name : {"sin", "cos", "tan", "exp", "log", "pow", "cbrt", "hypot", "atan", "sinf", "expf", "logf",
                           "_ZGVbN2v_sin", "_ZGVdN4v_exp", "_ZGVdN8v_expf", "_ZGVdN4v_log"}) {
    const auto own = measured->find(name);
    const auto other = estimated->find(name);
    ASSERT_TRUE(own && other && own->latency_cycles && other->latency_cycles) << name;
    const double throughput = other->throughput_cycles.to_double() / own->throughput_cycles.to_double();
    EXPECT_GT(throughput, 0.5) << name;
    EXPECT_LT(throughput, 2) << name;
    const double latency = other->latency_cycles->to_double() / own->latency_cycles->to_double();
    ++all;
    near += latency > 0.75 && latency < 1.25 ? 1 : 0;
  }
  EXPECT_GE(10 * near, 9 * all);
}

TEST(ShippedCallTables, AreNotUsedForOtherInstructionSets) { EXPECT_FALSE(costs_on("n1")->find("sin")); }

} // namespace
} // namespace osaca
