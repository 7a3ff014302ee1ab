// Published figures beside a model's. The expectations follow from the figures' meaning, not from a model: each test
// asks for what the vendor's guide or arithmetic gives.
#include "comparison.h"

#include "model/library/library.h"

#include <gtest/gtest.h>

namespace osaca::accuracy {
namespace {

MachineModel model() { return ModelLibrary::shipped().load("zen4").value(); }

PublishedForm form(const std::string &opcode, double throughput, std::vector<PublishedLatency> latencies = {}) {
  return {opcode, CycleRange{throughput, throughput}, std::move(latencies)};
}

PublishedLatency latency(int from, int to, double cycles) { return {{from, {}}, {to, {}}, {cycles, cycles}}; }

TEST(Comparison, AgreesFigureByFigure) {
  const auto compared =
      compare({form("VADDPDrr", 0.5, {latency(1, 0, 3.02), latency(2, 0, 9)})}, model(), {"x86-64-v4"});
  ASSERT_EQ(compared.size(), 1u);
  ASSERT_EQ(compared[0].figures.size(), 3u);
  EXPECT_TRUE(compared[0].figures[0].agrees());
  EXPECT_TRUE(compared[0].figures[1].agrees());
  EXPECT_FALSE(compared[0].figures[2].agrees());
  EXPECT_FALSE(compared[0].agrees());
  EXPECT_TRUE(compared[0].is_common);
}

TEST(Comparison, TakesAChainOfZeroIdiomsForWhatItIs) {
  // sub %eax, %eax waits for nothing; a chain of them is as fast as they are dispatched, six per cycle.
  const auto compared = compare({form("SUB32rr", 0.25, {latency(2, 0, 1.0 / 6)})}, model(), {"x86-64-v4"});
  EXPECT_TRUE(compared[0].agrees());
}

TEST(Comparison, AChainIsNoFasterThanItsThroughput) {
  // A move that is eliminated has no latency, but only six are dispatched per cycle.
  const auto compared = compare({form("MOV64rr", 1.0 / 6, {latency(1, 0, 1.0 / 6)})}, model(), {"x86-64-v4"});
  EXPECT_TRUE(compared[0].agrees());
}

TEST(Comparison, NamesWhatTodaysLlvmDoesNotHave) {
  const auto compared = compare({form("VNOSUCHrr", 1)}, model(), {"x86-64-v4"});
  EXPECT_EQ(compared[0].status, FormStatus::no_such_opcode);
  const AgreementTotals sum = totals(compared, false);
  EXPECT_EQ(sum.forms, 1u);
  EXPECT_EQ(sum.agreeing_forms, 0u);
  EXPECT_EQ(totals(compared, true).forms, 0u);
}

TEST(Comparison, GroupsDisagreementsByWhatTheyShare) {
  const auto compared =
      compare({form("VADDPDrr", 7), form("VADDPDYrr", 7), form("VMULPDrr", 0.1)}, model(), {"x86-64-v4"});
  const auto classes = disagreements(compared, true);
  ASSERT_EQ(classes.size(), 2u);
  EXPECT_EQ(classes[0].name, "VADDPD throughput, ours lower");
  EXPECT_EQ(classes[0].forms, 2u);
  EXPECT_EQ(classes[1].name, "VMULPD throughput, ours higher");
}

} // namespace
} // namespace osaca::accuracy
