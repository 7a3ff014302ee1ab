// Values that come sooner or later than latencies say: additions at rename, bypasses, ports that wide vectors close.
#include "analysis/analyze_kernel.h"
#include "analysis/graph/dependency_graph.h"
#include "sample.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

using namespace sample;

FormEntry form_on(const std::string &opcode, std::vector<PortDemand> demands, Cycles latency) {
  FormEntry entry;
  entry.opcode = opcode;
  entry.cost.demands = std::move(demands);
  entry.cost.latency_cycles = latency;
  entry.cost.provenance = {Origin::measured, "made up"};
  return entry;
}

/// Three ports; additions and shifts on any, of one cycle; additions of vectors of three.
MachineModel::Data core_of_three_ports() {
  MachineModel::Data data;
  data.core.dispatch_width.value = Cycles(6);
  data.core.ports = {{"P0", PortKind::execution}, {"P1", PortKind::execution}, {"P5", PortKind::execution}};
  data.forms = {form_on("ADD64ri8", {{0b111, 1}}, 1), form_on("ADDPDrr", {{0b110, 1}}, 3), form_on("ADDPDZrr", {{0b100, 1}}, 4),
                form_on("MULPDrr", {{0b011, 1}}, 4), form_on("SHL64ri", {{0b001, 1}}, 1)};
  return data;
}

KernelReport report_on_core(const Kernel &kernel, const MachineModel::Data &data) {
  return analyze_kernel(kernel, MachineModel(data), -1, {});
}
Cycles chain_of_loop(const Kernel &kernel, const MachineModel::Data &data) {
  return report_on_core(kernel, data).bound(BoundKind::loop_carried);
}

class AdditionsAtRename : public testing::Test {
protected:
  AdditionsAtRename() : data(core_of_three_ports()) {
    RenamedAdditions rule;
    rule.match = {"ADD64ri8"};
    rule.largest_constant = 1023;
    rule.free_constant = 63;
    rule.cycles = Cycles(2, 5);
    rule.late_readers = {"SHL*"};
    rule.late_cycles = 2;
    data.core.renamed_additions = rule;
  }
  MachineModel::Data data;
};

// Measured on Emerald Rapids: add $1, %rax 0.17 cycles (six are dispatched in one), add $1000 0.51, add $1024 1.0.
TEST_F(AdditionsAtRename, TakeNoPortAndNoTime) {
  const KernelReport small = report_on_core(kernel({advances(rax, 1)}), data);
  EXPECT_EQ(small.bound(BoundKind::ports), Cycles(0));
  EXPECT_EQ(small.bound(BoundKind::loop_carried), Cycles(0));
  EXPECT_EQ(chain_of_loop(kernel({advances(rax, -64)}), data), Cycles(0));
  EXPECT_EQ(chain_of_loop(kernel({advances(rax, 64)}), data), Cycles(2, 5));
  EXPECT_EQ(chain_of_loop(kernel({advances(rax, -1024)}), data), Cycles(2, 5));
  EXPECT_EQ(chain_of_loop(kernel({advances(rax, 1024)}), data), Cycles(1));
  EXPECT_EQ(report_on_core(kernel({advances(rax, 1024)}), data).bound(BoundKind::ports), Cycles(1, 3));
}

// Measured: inc %rax; shl $1, %rax 2.99 cycles, where a shift after a shift takes 1.0.
TEST_F(AdditionsAtRename, AreWaitedForByWhatHasNoAdder) {
  EXPECT_EQ(chain_of_loop(kernel({instruction("SHL64ri", {updates(rax)})}), data), Cycles(1));
  EXPECT_EQ(chain_of_loop(kernel({advances(rax, 1), instruction("SHL64ri", {updates(rax)})}), data), Cycles(3));
  EXPECT_EQ(chain_of_loop(kernel({advances(rax, 2000), instruction("SHL64ri", {updates(rax)})}), data), Cycles(2));
}

// Measured: lea 64(%rbx), %rdi; shl $4, %rdi 1.0 cycles on two ports, with a second shift 1.5, with a move between them 1.0.
TEST_F(AdditionsAtRename, AreDoneBeforeWhatHasNoAdder) {
  data.core.renamed_additions->late_demands = {{0b011, Cycles(1)}};
  FormEntry shift;
  shift.opcode = "SHL64ri";
  shift.cost.demands = {{0b011, Cycles(1)}};
  shift.cost.latency_cycles = 1;
  data.forms = {shift};
  data.core.idioms.push_back({IdiomRule::Kind::move, {"MOV64rr"}, true, true, {}});
  const auto sum = [](const Register &to) {
    Instruction made = instruction("ADD64ri8", {writes(to), reads(rbx), constant(64)});
    made.affine = sum_of(1, 64);
    return made;
  };
  const auto cycles = [&](std::vector<Instruction> code) {
    return report_on_core(kernel(std::move(code)), data).bound(BoundKind::ports);
  };
  const Instruction shifted = instruction("SHL64ri", {updates(rax)});
  EXPECT_EQ(cycles({sum(rax), shifted}), Cycles(1));
  EXPECT_EQ(cycles({sum(rax), shifted, shifted}), Cycles(3, 2));
  EXPECT_EQ(cycles({sum(rcx), copies(rax, rcx), shifted}), Cycles(1));
  EXPECT_EQ(cycles({sum(rcx), shifted}), Cycles(1, 2));
}

TEST_F(AdditionsAtRename, AreOfKnownConstantsOnly) {
  Kernel loop = kernel({advances(rax, 1)});
  loop.instructions.front().affine.reset();
  EXPECT_EQ(chain_of_loop(loop, data), Cycles(1));
}

class Bypasses : public testing::Test {
protected:
  Bypasses() : data(core_of_three_ports()) {
    data.core.bypasses = {{{"ADDP?rr"}, {"ADDP?rr"}, 1, 0, false, {}}};
  }
  static Instruction adds() { return instruction("ADDPDrr", {updates(xmm0), reads(xmm1)}); }
  static Instruction multiplies() { return instruction("MULPDrr", {updates(xmm0), reads(xmm1)}); }
  static Instruction adds_wide() { return instruction("ADDPDZrr", {updates({"zmm2", RegisterKind::vector, 512, {22}})}); }
  MachineModel::Data data;
};

// Measured on Emerald Rapids: an addition of floating point after another 2.0, after a multiplication 3.0 (4 + 3), two
// after a multiplication 2.0 and 3.0 (4 + 3 + 2).
TEST_F(Bypasses, ShortenTheWayFromOneKindToAnother) {
  EXPECT_EQ(chain_of_loop(kernel({adds()}), data), Cycles(2));
  EXPECT_EQ(chain_of_loop(kernel({adds(), adds()}), data), Cycles(4));
  EXPECT_EQ(chain_of_loop(kernel({adds(), multiplies()}), data), Cycles(7));
  EXPECT_EQ(chain_of_loop(kernel({multiplies(), adds(), adds()}), data), Cycles(9));
}

TEST_F(Bypasses, MayEndBesideWideVectors) {
  data.core.wide_vectors = WideVectors{512, 0b010, {}};
  EXPECT_EQ(chain_of_loop(kernel({adds()}), data), Cycles(2));
  EXPECT_EQ(chain_of_loop(kernel({adds(), adds_wide()}), data), Cycles(4)) << "the wide one's own chain";
  EXPECT_EQ(chain_of_loop(kernel({adds(), adds(), adds_wide()}), data), Cycles(6));
  data.core.bypasses.front().beside_wide_vectors = true;
  EXPECT_EQ(chain_of_loop(kernel({adds(), adds(), adds_wide()}), data), Cycles(4));
}

// Measured there: a chain of multiplications that each read a sum as well takes 4.99 in place of 3.99, also where the sum does not
// change; a sum behind a move that is only renamed is a sum all the same.
TEST_F(Bypasses, MayMakeAllOperandsOfTheReaderLate) {
  data.core.bypasses.push_back({{"ADDP?rr"}, {"MULP?rr"}, 1, 1, false, {}});
  const Instruction sum = instruction("ADDPDrr", {writes(xmm2), reads(xmm1)});
  const auto product_with = [](const Register &other) { return instruction("MULPDrr", {updates(xmm0), reads(other)}); };
  EXPECT_EQ(chain_of_loop(kernel({product_with(xmm1)}), data), Cycles(4));
  EXPECT_EQ(chain_of_loop(kernel({sum, product_with(xmm1)}), data), Cycles(4));
  EXPECT_EQ(chain_of_loop(kernel({sum, product_with(xmm2)}), data), Cycles(5));
  EXPECT_EQ(chain_of_loop(kernel({adds(), multiplies()}), data), Cycles(7)) << "from the sum itself";
}

TEST_F(Bypasses, NeverSaveMoreThanThereIs) {
  data.core.bypasses.front().saved_cycles = 10;
  EXPECT_EQ(chain_of_loop(kernel({adds()}), data), Cycles(0));
}

TEST(WideVectors, ClosePortsToAllOperationsOnVectors) {
  MachineModel::Data data = core_of_three_ports();
  data.core.wide_vectors = WideVectors{512, 0b010, {}};
  const Instruction narrow = instruction("MULPDrr", {writes(xmm0), reads(xmm1)});
  const Instruction wide = instruction("ADDPDZrr", {writes({"zmm2", RegisterKind::vector, 512, {22}})});
  const auto ports_of_first = [&](std::vector<Instruction> code) {
    return bound(kernel(std::move(code)), data).demands_of(0).front().ports;
  };
  EXPECT_EQ(ports_of_first({narrow}), PortSet{0b011});
  EXPECT_EQ(ports_of_first({narrow, wide}), PortSet{0b001});
  EXPECT_EQ(ports_of_first({advances(rax, 2000), wide}), PortSet{0b111}) << "general registers do not care";
}

} // namespace
} // namespace osaca
