// The whole chain of analyses on loops small enough to be worked out by hand.
#include "analysis/analyze_kernel.h"

#include "sample.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace osaca {
namespace {

using namespace sample;

/// A made-up core: two arithmetic ports, one of them with the divider, one load and one store port, four wide.
MachineModel toy_core() {
  MachineModel::Data data;
  data.name = "toy";
  data.core.ports = {{"A0", PortKind::execution},
                     {"A1", PortKind::execution},
                     {"L", PortKind::load},
                     {"S", PortKind::store},
                     {"DIV", PortKind::divider}};
  data.core.dispatch_width.value = Cycles(4);
  data.core.address_update_cycles.value = Cycles(1);
  for (RegisterKind kind : {RegisterKind::gpr, RegisterKind::vector}) {
    MemoryAccessCost load;
    load.kind = kind;
    load.max_width_bits = 512;
    load.demands = {{0b100, Cycles(1)}};
    load.latency_cycles = Cycles(4);
    data.core.loads.push_back(load);
    MemoryAccessCost store = load;
    store.demands = {{0b1000, Cycles(1)}};
    store.latency_cycles = Cycles(0);
    store.forward_cycles = Cycles(6);
    data.core.stores.push_back(store);
  }
  const auto form = [&](const std::string &opcode, std::vector<PortDemand> demands, Cycles latency) {
    FormEntry entry;
    entry.opcode = opcode;
    entry.cost.demands = std::move(demands);
    entry.cost.latency_cycles = latency;
    entry.cost.provenance = {Origin::measured, "made up"};
    data.forms.push_back(entry);
  };
  form("ADD64ri8", {{0b11, Cycles(1)}}, Cycles(1));
  form("VADDSDrr", {{0b11, Cycles(1)}}, Cycles(3));
  form("VDIVSDrr", {{0b10, Cycles(1)}, {0b10000, Cycles(5)}}, Cycles(13));
  form("VMOVSDmr", {}, Cycles(0));
  form("VMOVSDrm", {}, Cycles(0));
  std::ranges::sort(data.forms, [](const FormEntry &a, const FormEntry &b) { return a.opcode < b.opcode; });
  return MachineModel(std::move(data));
}

KernelReport analyze_toy(const Kernel &kernel) { return analyze_kernel(kernel, toy_core(), -1, {}); }

bool has_finding(const KernelReport &report, const std::string &rule) {
  return std::ranges::any_of(report.findings, [&](const Finding &f) { return f.rule == rule; });
}

TEST(AnalyzeKernel, ASumThroughARegisterTakesTheLatencyOfItsAddition) {
  const KernelReport report = analyze_toy(kernel({instruction("VADDSDrr", {writes(xmm0), reads(xmm0), reads(xmm1)})}));
  EXPECT_EQ(report.cycles_per_iteration, Cycles(3));
  EXPECT_EQ(report.bound_by, BoundKind::loop_carried);
  EXPECT_TRUE(has_finding(report, "osaca-lcd-bound"));
}

TEST(AnalyzeKernel, ASumThroughMemoryTakesForwardingToo) {
  const KernelReport report =
      analyze_toy(kernel({instruction("VADDSDrm", {writes(xmm0), reads(xmm1), memory(rbx, 0, 8, false)}),
                          instruction("VMOVSDmr", {memory(rbx, 0, 8, true), reads(xmm0)})}));
  EXPECT_EQ(report.cycles_per_iteration, Cycles(9)); // 3 for the addition, 6 from store to load
  EXPECT_TRUE(has_finding(report, "osaca-memory-carried"));
  EXPECT_EQ(report.critical_path.cycles, Cycles(7)); // 4 to load, 3 to add
}

TEST(AnalyzeKernel, ADivisionOccupiesTheDivider) {
  const KernelReport report = analyze_toy(kernel({instruction("VDIVSDrr", {writes(xmm0), reads(xmm1), reads(xmm2)})}));
  EXPECT_EQ(report.cycles_per_iteration, Cycles(5));
  EXPECT_EQ(report.bound_by, BoundKind::divider);
  EXPECT_TRUE(has_finding(report, "osaca-divider-bound"));
}

TEST(AnalyzeKernel, ALoadBeforeAChainDoesNotDelayTheChain) {
  // Horner's scheme: the accumulator waits for the addition only, not for the load that feeds it.
  const KernelReport report =
      analyze_toy(kernel({instruction("VADDSDrm", {writes(xmm0), reads(xmm0), memory(rbx, 0, 8, false)})}));
  EXPECT_EQ(report.cycles_per_iteration, Cycles(3));
}

TEST(AnalyzeKernel, AnInstructionWithoutFiguresIsAFindingAndNoZero) {
  const KernelReport report = analyze_toy(kernel({instruction("NOSUCHrr", {writes(xmm0), reads(xmm1)})}));
  EXPECT_FALSE(report.complete);
  EXPECT_TRUE(report.instructions[0].unknown);
  EXPECT_TRUE(has_finding(report, "osaca-unknown-instruction"));
}

TEST(AnalyzeKernel, ThePredictionIsTheLargestBound) {
  const KernelReport report =
      analyze_toy(kernel({instruction("VADDSDrr", {writes(xmm0), reads(xmm1), reads(xmm2)}),
                          instruction("VADDSDrr", {writes(xmm2), reads(xmm1), reads(xmm1)}), advances(rax, 8)}));
  EXPECT_EQ(report.cycles_per_iteration, Cycles(3, 2)); // three uops on two ports
  for (const Bound &bound : report.bounds)
    EXPECT_LE(bound.cycles, report.cycles_per_iteration);
}

TEST(AnalyzeKernel, AnEmptyKernelTakesNoCycles) { EXPECT_EQ(analyze_toy(kernel({})).cycles_per_iteration, Cycles(0)); }

TEST(AnalyzeKernel, HasTheNotesThatConcernIt) {
  MachineModel::Data data = toy_core().data();
  data.notes = {{ArchNote::Kind::remark, "of all"}, {ArchNote::Kind::remark, "of gathers", {"*GATHER*", "NOSUCHrr"}}};
  const MachineModel model(std::move(data));
  const auto notes = [&](const char *opcode) {
    const Kernel loop = kernel({advances(rax, 8), instruction(opcode, {writes(xmm0), reads(xmm1), reads(xmm2)})});
    return analyze_kernel(loop, model, -1, {}).arch_notes.size();
  };
  EXPECT_EQ(notes("VADDSDrr"), 1u);
  EXPECT_EQ(notes("VPGATHERDDrm"), 2u);
}

TEST(AnalyzeKernel, SaysWhyThereIsNoTimeline) {
  KernelAnalysisOptions options;
  options.timeline_iterations = 2;
  const Kernel loop = kernel({advances(rax, 8)});
  const KernelReport report = analyze_kernel(loop, toy_core(), -1, options);
  ASSERT_FALSE(report.arch_notes.empty());
  EXPECT_EQ(report.arch_notes.back().kind, ArchNote::Kind::no_schedulers);
  EXPECT_TRUE(analyze_toy(loop).arch_notes.empty()) << "nobody asked for one";
}

} // namespace
} // namespace osaca
