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
  data.forms = {form_on("ADD64ri8", {{0b111, 1}}, 1), form_on("ADDPDrr", {{0b110, 1}}, 3),
                form_on("ADDPDZrr", {{0b100, 1}}, 4), form_on("MULPDrr", {{0b011, 1}}, 4),
                form_on("SHL64ri", {{0b001, 1}}, 1)};
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

// Measured on Emerald Rapids: add $1, %rax 0.17 cycles (six are dispatched in one), sub $64 0.28, add $1000 0.51, add
// $1024 1.0.
TEST_F(AdditionsAtRename, TakeNoPortAndNoTime) {
  const KernelReport small = report_on_core(kernel({advances(rax, 1)}), data);
  EXPECT_EQ(small.bound(BoundKind::ports), Cycles(0));
  EXPECT_EQ(small.bound(BoundKind::loop_carried), Cycles(0));
  EXPECT_EQ(chain_of_loop(kernel({advances(rax, -63)}), data), Cycles(0));
  EXPECT_EQ(chain_of_loop(kernel({advances(rax, -64)}), data), Cycles(2, 5));
  EXPECT_EQ(chain_of_loop(kernel({advances(rax, 64)}), data), Cycles(2, 5));
  EXPECT_EQ(chain_of_loop(kernel({advances(rax, -1024)}), data), Cycles(2, 5));
  EXPECT_EQ(chain_of_loop(kernel({advances(rax, 1024)}), data), Cycles(1));
  EXPECT_EQ(report_on_core(kernel({advances(rax, 1024)}), data).bound(BoundKind::ports), Cycles(1, 3));
}

// Measured there: add $127 0.32, add $232 0.42, add $1000 0.51, add $-1024 0.53.
TEST_F(AdditionsAtRename, TakeLongerWithLargerConstants) {
  data.core.renamed_additions->steps = {{205, Cycles(1, 2)}, {512, Cycles(3, 5)}};
  for (const auto &[by, cycles] :
       {std::pair(63, Cycles(0)), std::pair(127, Cycles(2, 5)), std::pair(204, Cycles(2, 5)),
        std::pair(205, Cycles(1, 2)), std::pair(-511, Cycles(1, 2)), std::pair(512, Cycles(3, 5)),
        std::pair(-1024, Cycles(3, 5)), std::pair(1024, Cycles(1))})
    EXPECT_EQ(chain_of_loop(kernel({advances(rax, by)}), data), cycles) << by;
}

// Measured: inc %rax; shl $1, %rax 2.99 cycles, where a shift after a shift takes 1.0.
TEST_F(AdditionsAtRename, AreWaitedForByWhatHasNoAdder) {
  EXPECT_EQ(chain_of_loop(kernel({instruction("SHL64ri", {updates(rax)})}), data), Cycles(1));
  EXPECT_EQ(chain_of_loop(kernel({advances(rax, 1), instruction("SHL64ri", {updates(rax)})}), data), Cycles(3));
  EXPECT_EQ(chain_of_loop(kernel({advances(rax, 2000), instruction("SHL64ri", {updates(rax)})}), data), Cycles(2));
}

// Measured: lea 64(%rbx), %rdi; shl $4, %rdi 1.0 cycles on two ports, with a second shift 1.5, with a move between
// them 1.0.
TEST_F(AdditionsAtRename, AreDoneBeforeWhatHasNoAdder) {
  data.core.renamed_additions->late_demands = {{0b011, Cycles(1)}};
  FormEntry shift;
  shift.opcode = "SHL64ri";
  shift.cost.demands = {{0b011, Cycles(1)}};
  shift.cost.latency_cycles = 1;
  data.forms = {shift};
  data.core.idioms.push_back({IdiomRule::Kind::move, {"MOV64rr"}, true, true, {}, {}});
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
    data.core.bypasses = {{{"ADDP?rr"}, {"ADDP?rr"}, 1, 0, false, false, {}}};
  }
  static Instruction adds() { return instruction("ADDPDrr", {updates(xmm0), reads(xmm1)}); }
  static Instruction multiplies() { return instruction("MULPDrr", {updates(xmm0), reads(xmm1)}); }
  static Instruction adds_wide() {
    return instruction("ADDPDZrr", {updates({"zmm2", RegisterKind::vector, 512, {22}})});
  }
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
  data.core.wide_vectors = WideVectors{512, 0b010, false, {}, 0, {}};
  EXPECT_EQ(chain_of_loop(kernel({adds()}), data), Cycles(2));
  EXPECT_EQ(chain_of_loop(kernel({adds(), adds_wide()}), data), Cycles(4)) << "the wide one's own chain";
  EXPECT_EQ(chain_of_loop(kernel({adds(), adds(), adds_wide()}), data), Cycles(6));
  data.core.bypasses.front().with_wide_vectors = true;
  EXPECT_EQ(chain_of_loop(kernel({adds(), adds(), adds_wide()}), data), Cycles(4));
}

// Measured there: a chain of multiplications that each read a sum as well takes 4.99 in place of 3.99, also where the
// sum does not change; a sum behind a move that is only renamed is a sum all the same.
TEST_F(Bypasses, MayMakeAllOperandsOfTheReaderLate) {
  data.core.bypasses.push_back({{"ADDP?rr"}, {"MULP?rr"}, 1, 1, false, false, {}});
  const Instruction sum = instruction("ADDPDrr", {writes(xmm2), reads(xmm1)});
  const auto product_with = [](const Register &other) { return instruction("MULPDrr", {updates(xmm0), reads(other)}); };
  EXPECT_EQ(chain_of_loop(kernel({product_with(xmm1)}), data), Cycles(4));
  EXPECT_EQ(chain_of_loop(kernel({sum, product_with(xmm1)}), data), Cycles(4));
  EXPECT_EQ(chain_of_loop(kernel({sum, product_with(xmm2)}), data), Cycles(5));
  EXPECT_EQ(chain_of_loop(kernel({adds(), multiplies()}), data), Cycles(7)) << "from the sum itself";
}

// Published for Haswell (InstLatX64): `mov (%rax), %rax` 4 cycles, `mov (%rax), %rax; add %rbx, %rax` 6.
TEST_F(Bypasses, MayReachAddressesOnly) {
  data.core.bypasses = {{{"MOV64rm"}, {"MOV64rm"}, 1, 0, true, true, {}}};
  FormEntry loaded = form_on("MOV64rm", {{0b001, 1}}, 0);
  loaded.complete = true;
  loaded.cost.load_latency_cycles = 5;
  data.forms.push_back(loaded);
  const Instruction load = instruction("MOV64rm", {writes(rax), memory(rax, 0, 8, false)});
  EXPECT_EQ(chain_of_loop(kernel({load}), data), Cycles(4));
  EXPECT_EQ(chain_of_loop(kernel({load, instruction("ADD64ri8", {updates(rax), constant(3)})}), data), Cycles(6));
}

TEST_F(Bypasses, NeverSaveMoreThanThereIs) {
  data.core.bypasses.front().saved_cycles = 10;
  EXPECT_EQ(chain_of_loop(kernel({adds()}), data), Cycles(0));
}

TEST(WideVectors, ClosePortsToAllOperationsOnVectors) {
  MachineModel::Data data = core_of_three_ports();
  data.core.wide_vectors = WideVectors{512, 0b010, false, {}, 0, {}};
  const Instruction narrow = instruction("MULPDrr", {writes(xmm0), reads(xmm1)});
  const Instruction wide = instruction("ADDPDZrr", {writes({"zmm2", RegisterKind::vector, 512, {22}})});
  const auto ports_of_first = [&](std::vector<Instruction> code) {
    return bound(kernel(std::move(code)), data).demands_of(0).front().ports;
  };
  EXPECT_EQ(ports_of_first({narrow}), PortSet{0b011});
  EXPECT_EQ(ports_of_first({narrow, wide}), PortSet{0b001});
  EXPECT_EQ(ports_of_first({advances(rax, 2000), wide}), PortSet{0b111}) << "general registers do not care";
}

const Register zmm2{"zmm2", RegisterKind::vector, 512, {22}};
const Register ymm2{"ymm2", RegisterKind::vector, 256, {22}};

/// With a port for loads and one for stores, and plain loads and stores of vectors.
MachineModel::Data core_with_memory() {
  MachineModel::Data data = core_of_three_ports();
  data.core.ports.push_back({"LD", PortKind::load});
  data.core.ports.push_back({"ST", PortKind::store});
  data.core.ports.push_back({"RATE", PortKind::execution});
  for (const int bits : {128, 256, 512}) {
    MemoryAccessCost access;
    access.kind = RegisterKind::vector;
    access.max_width_bits = bits;
    access.demands = {{0b01000, 1}};
    data.core.loads.push_back(access);
    access.demands = {{0b10000, 1}};
    data.core.stores.push_back(access);
  }
  data.forms.push_back(form_on("VMOVUPSrm", {}, 0));
  data.forms.push_back(form_on("VMOVUPSmr", {}, 0));
  return data;
}

Instruction loads_vector(const Register &reg) {
  return instruction("VMOVUPSrm", {writes(reg), memory(rax, 0, reg.width_bits / 8, false)});
}
Instruction stores_vector(const Register &reg) {
  return instruction("VMOVUPSmr", {memory(rbx, 0, reg.width_bits / 8, true), reads(reg)});
}

// Measured on Emerald Rapids: vmovdqu64 (%rsi), %zmm4 or a store of it and three vpaddb of 256 bits 1.50, not 1.0.
TEST(WideVectors, MayClosePortsByLoadsAndStores) {
  MachineModel::Data data = core_with_memory();
  const Instruction narrow = instruction("MULPDrr", {writes(xmm0), reads(xmm1)});
  for (const bool by_accesses : {false, true}) {
    data.core.wide_vectors = WideVectors{512, 0b010, by_accesses, {}, 0, {}};
    for (const Instruction &access : {loads_vector(zmm2), stores_vector(zmm2)})
      EXPECT_EQ(bound(kernel({narrow, access}), data).demands_of(0).front().ports,
                PortSet{by_accesses ? 0b001U : 0b011U});
    EXPECT_EQ(bound(kernel({narrow, loads_vector(ymm2)}), data).demands_of(0).front().ports, PortSet{0b011});
  }
}

// Measured there: vpaddd %zmm6, %zmm6, %zmm7 and eight vaddss 4.49: nine operations on two ports.
TEST(WideVectors, MayMoveOperationsToOtherPorts) {
  MachineModel::Data data = core_of_three_ports();
  data.core.wide_vectors = WideVectors{512, 0b010, false, {"MULP?rr"}, 0b101, {}};
  const Instruction moved = instruction("MULPDrr", {writes(xmm0), reads(xmm1)});
  const Instruction other = instruction("ADDPDrr", {writes(xmm0), reads(xmm1)});
  const Instruction wide = instruction("ADDPDZrr", {writes(zmm2)});
  const CostedKernel beside = bound(kernel({moved, other, wide}), data);
  EXPECT_EQ(beside.demands_of(0).front().ports, PortSet{0b101});
  EXPECT_EQ(beside.demands_of(1).front().ports, PortSet{0b100});
  EXPECT_EQ(bound(kernel({moved, other}), data).demands_of(0).front().ports, PortSet{0b011});
}

/// The time for which an instruction occupies exactly these ports.
Cycles cycles_on(PortSet ports, const Instruction &instruction, const MachineModel::Data &data) {
  Cycles sum = 0;
  const CostedKernel on_core = bound(kernel({instruction}), data);
  for (const PortDemand &demand : on_core.demands_of(0))
    sum += demand.ports == ports ? demand.cycles : Cycles(0);
  return sum;
}

// Measured there: a load, vpaddb and a store of 256 bits 0.71, of 512 bits 1.0; two, three and one 1.33, of 128
// bits 1.02.
TEST(VectorRates, CountLoadsOperationsAndStoresOfWideVectors) {
  MachineModel::Data data = core_with_memory();
  const PortSet rate = 0b100000;
  data.core.vector_rates = {{256, {{rate, Cycles(1, 4)}}, {}}, {512, {{rate, Cycles(1, 3)}}, {}}};
  const auto rate_of = [&](const Instruction &instruction) { return cycles_on(rate, instruction, data); };
  EXPECT_EQ(rate_of(loads_vector(ymm2)), Cycles(1, 4));
  EXPECT_EQ(rate_of(stores_vector(ymm2)), Cycles(1, 4));
  EXPECT_EQ(rate_of(loads_vector(zmm2)), Cycles(1, 3));
  EXPECT_EQ(rate_of(loads_vector(xmm0)), Cycles(0));
  EXPECT_EQ(rate_of(instruction("ADDPDrr", {updates(ymm2), memory(rax, 0, 32, false)})), Cycles(1, 2))
      << "a load and an operation";
  EXPECT_EQ(rate_of(advances(rax, 1)), Cycles(0));
}

// The figures measured on Ice Lake-SP are in tests/accuracy/sunny_cove_loops_test.cpp.
TEST(AccessRates, CountLoadsAndStoresByWidth) {
  MachineModel::Data data = core_with_memory();
  const PortSet path = 0b100000;
  const auto rate = [](RegisterKind kind, int bits, Cycles cycles) {
    return AccessRate{kind, bits, {{path, cycles}}, {}};
  };
  data.core.access_rates = {rate(RegisterKind::vector, 512, Cycles(8, 9)), rate(RegisterKind::gpr, 64, Cycles(1, 4)),
                            rate(RegisterKind::vector, 128, Cycles(1, 3))};
  const auto time_of = [&](const Instruction &instruction) { return cycles_on(path, instruction, data); };
  Operand in_memory = memory(rax, 0, 8, true);
  in_memory.read = true;
  EXPECT_EQ(time_of(loads_vector(xmm0)), Cycles(1, 3));
  EXPECT_EQ(time_of(stores_vector(xmm0)), Cycles(1, 3));
  EXPECT_EQ(time_of(loads_vector(ymm2)), Cycles(8, 9)) << "the narrowest entry that is wide enough";
  EXPECT_EQ(time_of(loads_vector(zmm2)), Cycles(8, 9));
  EXPECT_EQ(time_of(instruction("ADD64mr", {in_memory, reads(rbx)})), Cycles(1, 2)) << "a load and a store";
  EXPECT_EQ(time_of(advances(rax, 1)), Cycles(0));
}

} // namespace
} // namespace osaca
