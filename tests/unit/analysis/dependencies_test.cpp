// Who waits for whom, where that depends on the core: idioms that wait for the flags alone, operations on memory that
// are not renamed.
#include "analysis/analyze_kernel.h"
#include "analysis/graph/dependency_graph.h"
#include "sample.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

using namespace sample;

const Register carry{"cf", RegisterKind::flag, 1, {40}};

Operand implicit(Operand operand) {
  operand.implicit = true;
  return operand;
}

FormEntry form(const std::string &opcode, Cycles latency) {
  FormEntry entry;
  entry.opcode = opcode;
  entry.cost.latency_cycles = latency;
  entry.cost.provenance = {Origin::measured, "made up"};
  return entry;
}

/// Two forms: SBB64rr of one cycle, LEA64r of two.
MachineModel::Data core_with_chains() {
  MachineModel::Data data;
  data.core.dispatch_width.value = Cycles(6);
  data.forms = {form("LEA64r", 2), form("SBB64rr", 1)};
  return data;
}

Cycles carried(const Kernel &kernel, const MachineModel::Data &data) {
  return analyze_kernel(kernel, MachineModel(data), -1, {}).bound(BoundKind::loop_carried);
}

// Probe: sbb %rax, %rax; lea 5(%rax,%rcx,8), %rax: 1.03 cycles, where a chain through rax would take 3.
TEST(Dependencies, AFlagsIdiomWaitsForTheFlagsAndNotForItsRegister) {
  const Kernel loop = kernel({instruction("SBB64rr", {updates(rax), reads(rax), implicit(updates(carry))}),
                              instruction("LEA64r", {writes(rax), reads(rax)})});
  MachineModel::Data data = core_with_chains();
  EXPECT_EQ(carried(loop, data), Cycles(3));
  data.core.idioms = {{IdiomRule::Kind::flags, {"SBB64rr"}, false, {}, {}, {}}};
  EXPECT_EQ(carried(loop, data), Cycles(1));
}

// Probe: add %bl, %bl; add %bh, %bh: 2.0 cycles, where two chains side by side would take 1.
TEST(Dependencies, PartsOfARegisterAreOneWhereTheyAreNotRenamedApart) {
  const Register low{"bl", RegisterKind::gpr, 8, {11}, {12, 13}};
  const Register high{"bh", RegisterKind::gpr, 8, {12}, {11, 13}};
  const Kernel loop = kernel({instruction("SBB64rr", {updates(low)}), instruction("SBB64rr", {updates(high)})});
  MachineModel::Data data = core_with_chains();
  EXPECT_EQ(carried(loop, data), Cycles(1));
  data.core.high_bytes_apart.value = false;
  EXPECT_EQ(carried(loop, data), Cycles(2));
}

// Probe: vpexpandd %xmm1, %xmm0{%k1}{z}; vaddps %xmm2, %xmm0, %xmm0: 4.93 cycles, though nothing of xmm0 remains.
TEST(Dependencies, SomeWaitForWhatTheyOverwrite) {
  const Kernel loop = kernel({instruction("VPEXPANDDZ128rrkz", {writes(xmm0), reads(xmm1)}),
                              instruction("VADDPSrr", {writes(xmm0), reads(xmm0), reads(xmm2)})});
  MachineModel::Data data;
  data.core.dispatch_width.value = Cycles(6);
  data.forms = {form("VADDPSrr", 3), form("VPEXPANDDZ128rrkz", 2)};
  EXPECT_EQ(carried(loop, data), Cycles(0));
  data.forms.back().cost.operand_latencies = {{0, 0, 2}};
  EXPECT_EQ(carried(loop, data), Cycles(5));
}

/// One form of a cycle, which reads and writes memory. A value that passes through memory takes so long, unless it is
/// renamed.
MachineModel::Data core_with_renaming(const std::string &opcode, Cycles forward) {
  MachineModel::Data data;
  data.core.dispatch_width.value = Cycles(6);
  data.core.memory_renaming.emplace().loads = {"MOV64rm"};
  FormEntry entry = form(opcode, 1);
  entry.complete = true;
  entry.cost.store_forward_cycles = forward;
  data.forms = {entry};
  return data;
}

// Probe: xadd %rbx, (%r8): 7.8 cycles a turn, add %rbx, (%r8): 1.0.
TEST(Dependencies, AnOperationOnMemoryThatIsNotRenamedWaitsForItsStore) {
  Operand place = memory(rbx, 0, 8, true);
  place.read = true;
  const Kernel loop = kernel({instruction("XADD64rm", {place})});
  MachineModel::Data data = core_with_renaming("XADD64rm", 6);
  EXPECT_EQ(carried(loop, data), Cycles(1));
  data.core.memory_renaming->not_in_place = {"XADD*"};
  EXPECT_EQ(carried(loop, data), Cycles(7));
}

// Probe on Zen 3: addl $1, 4(%rsp) 1.0 cycles, through rdx, rbx, rbp 8.0, with an index too.
TEST(Dependencies, SomeCoresRenameOnlyWhatIsOnTheStack) {
  Register rsp = gpr("rsp", 9);
  rsp.kind = RegisterKind::stack_pointer;
  MachineModel::Data data = core_with_renaming("ADD64mr", 7);
  const auto in_place = [&](const Register &base, bool only_on_stack) {
    Operand place = memory(base, 0, 8, true);
    place.read = true;
    data.core.memory_renaming->stack_pointer_only = only_on_stack;
    return carried(kernel({instruction("ADD64mr", {place})}), data);
  };
  EXPECT_EQ(in_place(rbx, false), Cycles(1));
  EXPECT_EQ(in_place(rbx, true), Cycles(8));
  EXPECT_EQ(in_place(rsp, true), Cycles(1));
}

// Emerald Rapids: loops of two and ten `decl (%rbx)` (two bytes) take 2.0 and 9.4 cycles, of eleven 75.7. With four
// bytes from each to the next, any number takes a cycle each.
TEST(Dependencies, OperationsOnMemoryInALongRowAreNotRenamed) {
  MachineModel::Data data = core_with_renaming("DEC32m", 6);
  MemoryRenamingRules &rules = *data.core.memory_renaming;
  rules.in_place_apart_bytes = 4;
  const auto row_of = [&](int count, int bytes, RegionKind region) {
    std::vector<Instruction> row;
    for (int i = 0; i < count; ++i) {
      Operand place = memory(rbx, 0, 4, true);
      place.read = true;
      row.push_back(instruction("DEC32m", {place}));
      row.back().size_bytes = bytes;
    }
    Kernel code = kernel(std::move(row));
    code.region = region;
    return carried(code, data);
  };
  rules.in_place_run = 10;
  EXPECT_EQ(row_of(10, 2, RegionKind::loop), Cycles(10));
  EXPECT_EQ(row_of(11, 2, RegionKind::loop), Cycles(1 + 10 * 7)) << "the first is far from the last of an iteration";
  EXPECT_EQ(row_of(11, 4, RegionKind::loop), Cycles(11));
  EXPECT_EQ(row_of(2, 2, RegionKind::block), Cycles(2 * 7)) << "repeated, a row without an end";
  EXPECT_EQ(row_of(11, 0, RegionKind::loop), Cycles(11)) << "the length is not known";
  rules.in_place_run = 0;
  EXPECT_EQ(row_of(1, 2, RegionKind::loop), Cycles(1));
  EXPECT_EQ(row_of(2, 2, RegionKind::loop), Cycles(1 + 7));
}

} // namespace
} // namespace osaca
