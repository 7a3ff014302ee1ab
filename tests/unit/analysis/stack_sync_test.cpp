// Which instructions make a stack engine write its count back: the cases are those that were measured, see the probes
// in tests/accuracy.
#include "analysis/bind/costed_kernel.h"
#include "sample.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

using namespace sample;

Instruction push() {
  Operand moved = updates(rsp);
  moved.implicit = moved.address_update = true;
  return instruction("PUSH64r", {reads(rax), memory(rsp, 0, 8, true), moved});
}

std::vector<bool> needs_stack_sync(const Kernel &kernel) {
  MachineModel::Data core;
  core.core.stack_sync = StackSync{};
  std::vector<bool> needs;
  for (const PlacedInstruction &placed : bound(kernel, core).instructions)
    needs.push_back(placed.needs_stack_sync);
  return needs;
}

Instruction subtract() { return instruction("SUB64ri8", {updates(rsp), constant(8)}); }

TEST(StackSync, IsNeededWhereTheStackPointerIsAnOperandAfterAPush) {
  EXPECT_EQ(needs_stack_sync(kernel({push(), subtract()})), (std::vector<bool>{false, true}));
  const Instruction compare = instruction("CMP64rr", {reads(rax), reads(rsp)});
  EXPECT_EQ(needs_stack_sync(kernel({push(), compare, compare})), (std::vector<bool>{false, true, false}));
}

TEST(StackSync, RemembersThePushOfTheIterationBefore) {
  EXPECT_EQ(needs_stack_sync(kernel({subtract(), push()})), (std::vector<bool>{true, false}));
}

TEST(StackSync, IsNotNeededForAddresses) {
  const Instruction load = instruction("MOV64rm", {writes(rax), memory(rsp, 8, 8, false)});
  Instruction address = instruction("LEA64r", {writes(rax), reads(rsp), constant(8)});
  address.computes_address = true;
  EXPECT_EQ(needs_stack_sync(kernel({push(), load, address})), (std::vector<bool>{false, false, false}));
}

TEST(StackSync, IsNotNeededWithoutAPushOrAfterAnotherValue) {
  EXPECT_EQ(needs_stack_sync(kernel({subtract(), subtract()})), (std::vector<bool>{false, false}));
  const Instruction restore = instruction("MOV64rr", {writes(rsp), reads(rax)});
  EXPECT_EQ(needs_stack_sync(kernel({push(), restore, subtract()})), (std::vector<bool>{false, false, false}));
}

} // namespace
} // namespace osaca
