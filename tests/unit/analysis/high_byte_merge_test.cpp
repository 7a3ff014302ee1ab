// Reads of a register whose high byte was written apart. The behaviour is that of uiCA's authors on Sandy Bridge to
// Skylake: a uop before the reader, on its own in its cycle, one cycle of latency.
#include "analysis/analyze_kernel.h"
#include "analysis/bounds/front_end.h"
#include "sample.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace osaca {
namespace {

using namespace sample;

const Register eax_of_parts{"eax", RegisterKind::gpr, 32, {1, 4, 5}};
const Register al_apart{"al", RegisterKind::gpr, 8, {4}};
const Register ah_apart{"ah", RegisterKind::gpr, 8, {5}};
const Register bl_apart{"bl", RegisterKind::gpr, 8, {6}};

MachineModel::Data core_that_merges() {
  MachineModel::Data data;
  data.core.dispatch_width.value = Cycles(4);
  data.core.ports = {{"P1", PortKind::execution}, {"P5", PortKind::execution}};
  data.core.high_byte_merge = HighByteMerge{{{0b11, Cycles(1)}}, Cycles(1), {}};
  FormEntry one;
  one.opcode = "OP";
  one.cost.dispatch_slots = 1;
  one.cost.latency_cycles = 1;
  data.forms = {one};
  return data;
}

CostedKernel merged(std::vector<Instruction> code) { return bound(kernel(std::move(code)), core_that_merges()); }

const Instruction writes_ah = instruction("OP", {writes(ah_apart), reads(bl_apart)});
const Instruction writes_al = instruction("OP", {writes(al_apart), reads(bl_apart)});
const Instruction reads_eax = instruction("OP", {writes(rcx), reads(eax_of_parts)});

TEST(HighByteMerge, IsBeforeAReadOfTheWholeRegister) {
  const CostedKernel loop = merged({writes_ah, reads_eax, reads_eax});
  ASSERT_EQ(loop.merges.size(), 1U);
  EXPECT_EQ(loop.merges[0].instruction, 1);
  EXPECT_EQ(loop.instructions[1].merged_registers, 1);
  EXPECT_EQ(loop.demands_of(1).size(), 1U);
  EXPECT_TRUE(loop.demands_of(2).empty());
  // three macro-ops, and a cycle in which nothing else is dispatched
  EXPECT_EQ(front_end(loop).dispatch_cycles, Cycles(7, 4));
}

TEST(HighByteMerge, IsNeededAlsoInTheNextIterationAndForAddresses) {
  EXPECT_EQ(merged({reads_eax, writes_ah}).merges.size(), 1U);
  EXPECT_EQ(merged({writes_ah, instruction("OP", {writes(rcx), memory(eax_of_parts, 0, 8, false)})}).merges.size(), 1U);
}

TEST(HighByteMerge, TakesACycleInAChain) {
  const Kernel loop = kernel({instruction("OP", {writes(ah_apart), reads(rcx)}), reads_eax});
  const auto carried = [&](const MachineModel::Data &data) {
    return analyze_kernel(loop, MachineModel(data), -1, {}).bound(BoundKind::loop_carried);
  };
  MachineModel::Data data = core_that_merges();
  EXPECT_EQ(carried(data), Cycles(3));
  data.core.high_byte_merge.reset();
  EXPECT_EQ(carried(data), Cycles(2));
}

TEST(HighByteMerge, IsNotNeededOtherwise) {
  EXPECT_TRUE(merged({writes_al, reads_eax}).merges.empty());
  EXPECT_TRUE(merged({writes_ah, instruction("OP", {writes(rcx), reads(ah_apart)})}).merges.empty());
  EXPECT_TRUE(
      merged({writes_ah, instruction("OP", {writes(eax_of_parts), reads(bl_apart)}), reads_eax}).merges.empty());
  MachineModel::Data without = core_that_merges();
  without.core.high_byte_merge.reset();
  EXPECT_TRUE(bound(kernel({writes_ah, reads_eax}), without).merges.empty());
}

} // namespace
} // namespace osaca
