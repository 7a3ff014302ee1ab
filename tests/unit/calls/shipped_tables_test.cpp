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
  const auto cost = costs_on("skl")->find("sin");
  ASSERT_TRUE(cost);
  EXPECT_TRUE(cost->is_estimated);
  EXPECT_EQ(cost->core, "zen3");
}

TEST(ShippedCallTables, AreNotUsedForOtherInstructionSets) { EXPECT_FALSE(costs_on("n1")->find("sin")); }

} // namespace
} // namespace osaca
