#include "sample_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr PortSet p0 = 1, p1 = 2, ld = 4, st = 8;

Operand reg(RegisterKind kind, int width, bool read, bool written) {
  return {RegisterOperand{Register{"r", kind, width, {1}}}, read, written, false, false};
}

Operand memory(int width_bytes, bool read, bool written, bool indexed = false) {
  MemoryOperand operand;
  operand.base = Register{"rax", RegisterKind::gpr, 64, {2}};
  if (indexed)
    operand.index = Register{"rbx", RegisterKind::gpr, 64, {3}};
  operand.width_bytes = width_bytes;
  return {operand, read, written, false, false};
}

Instruction made(const std::string &opcode, std::vector<Operand> operands) {
  Instruction instruction;
  instruction.opcode = opcode;
  instruction.operands = std::move(operands);
  for (const Operand &operand : instruction.operands)
    if (as_memory(operand)) {
      instruction.loads |= operand.read;
      instruction.stores |= operand.written;
    }
  return instruction;
}

Operand ymm(bool read = true) { return reg(RegisterKind::vector, 256, read, !read); }
Operand xmm(bool read = true) { return reg(RegisterKind::vector, 128, read, !read); }
Operand gpr(bool read = true) { return reg(RegisterKind::gpr, 64, read, !read); }

TEST(CostOf, AMemoryFormIsItsRegisterFormAndTheLoad) {
  const auto cost = cost_of(tiny_model(), made("VADDPDYrm", {ymm(false), ymm(), memory(32, true, false)}), -1);
  ASSERT_TRUE(cost);
  EXPECT_THAT(cost->demands, ElementsAre(PortDemand{p0 | p1, 1}, PortDemand{ld, 1}));
  EXPECT_EQ(cost->latency_cycles, Cycles(3));
  EXPECT_EQ(cost->load_latency_cycles, Cycles(7));
  EXPECT_EQ(cost->dispatch_slots, Cycles(1));
  EXPECT_EQ(cost->provenance, (Provenance{Origin::composed, "composed: VADDPDYrr + vector load <= 256 bit"}));
}

TEST(CostOf, TheLoadDependsOnWidthAndIndex) {
  const MachineModel model = tiny_model();
  const auto narrow = cost_of(model, made("VADDPDrm", {xmm(false), xmm(), memory(16, true, false)}), -1);
  EXPECT_EQ(narrow->load_latency_cycles, Cycles(6));
  const auto indexed = cost_of(model, made("VADDPDYrm", {ymm(false), ymm(), memory(32, true, false, true)}), -1);
  EXPECT_EQ(indexed->load_latency_cycles, Cycles(8));
  const auto wide = cost_of(model, made("VADDPDYrm", {ymm(false), ymm(), memory(64, true, false)}), -1);
  EXPECT_THAT(wide->demands, ElementsAre(PortDemand{p0 | p1, 1}, PortDemand{ld, 2})) << "two accesses of 256 bit";
  EXPECT_THAT(wide->provenance.text, HasSubstr("2 x vector load <= 256 bit"));
}

// As measured on a core where (%rbx,%rcx) and base plus displacement take 4 cycles, and scaled or displaced indices 5;
// so does (%rbp,%rcx), which cannot be encoded without a displacement, and (%rsp,%rcx).
TEST(CostOf, AnIndexMayBeFreeInASumOfTwoTerms) {
  std::string text = head() + core() + forms();
  text.replace(text.find("indexed_extra: 1"), 16, "indexed_extra: 1, indexed_extra_for: scaled_or_displaced");
  const MachineModel model(read_model(text, "tiny.yml", {}).data.value());
  const auto latency = [&](auto change) {
    Operand operand = memory(32, true, false, true);
    change(std::get<MemoryOperand>(operand.value));
    return cost_of(model, made("VADDPDYrm", {ymm(false), ymm(), operand}), -1)->load_latency_cycles;
  };
  EXPECT_EQ(latency([](MemoryOperand &) {}), Cycles(7));
  EXPECT_EQ(latency([](MemoryOperand &m) { m.scale = 2; }), Cycles(8));
  EXPECT_EQ(latency([](MemoryOperand &m) { m.displacement = 8; }), Cycles(8));
  EXPECT_EQ(latency([](MemoryOperand &m) { m.symbol = "table"; }), Cycles(8));
  EXPECT_EQ(latency([](MemoryOperand &m) { m.base = Register{"rbp", RegisterKind::gpr, 64, {2}}; }), Cycles(8));
  EXPECT_EQ(latency([](MemoryOperand &m) { m.base = Register{"r13", RegisterKind::gpr, 64, {2}}; }), Cycles(8));
  EXPECT_EQ(latency([](MemoryOperand &m) { m.base = Register{"rsp", RegisterKind::stack_pointer, 64, {2}}; }),
            Cycles(8));
  EXPECT_EQ(latency([](MemoryOperand &m) {
              m.base = {};
              m.symbol = "table";
            }),
            Cycles(7));
  EXPECT_EQ(latency([](MemoryOperand &m) {
              m.index = {};
              m.displacement = 8;
            }),
            Cycles(7));
}

TEST(CostOf, AReadModifyWriteLoadsAndStores) {
  const auto cost = cost_of(tiny_model(), made("ADD64mr", {memory(8, true, true), gpr()}), -1);
  ASSERT_TRUE(cost);
  EXPECT_THAT(cost->demands, ElementsAre(PortDemand{p0 | p1, 1}, PortDemand{ld, 1}, PortDemand{st, 1}));
  EXPECT_EQ(cost->load_latency_cycles, Cycles(4));
  EXPECT_EQ(cost->store_forward_cycles, Cycles(5));
  EXPECT_EQ(cost->dispatch_slots, Cycles(2)) << "the store has a slot of its own";
  EXPECT_EQ(cost->provenance.text, "composed: ADD64rr + load <= 64 bit + store <= 64 bit");
}

TEST(CostOf, AListedMoveGetsTheMemoryPartAndKeepsItsSource) {
  const auto load = cost_of(tiny_model(), made("MOV64rm", {gpr(false), memory(8, true, false)}), -1);
  EXPECT_THAT(load->demands, ElementsAre(PortDemand{ld, 1}));
  EXPECT_EQ(load->latency_cycles, Cycles(0));
  EXPECT_EQ(load->load_latency_cycles, Cycles(4));
  EXPECT_EQ(load->provenance.origin, Origin::vendor);
  const auto store = cost_of(tiny_model(), made("MOV64mr", {memory(8, false, true, true), gpr()}), -1);
  EXPECT_THAT(store->demands, ElementsAre(PortDemand{st, 1}, PortDemand{p0, 1})) << "indexed_ports";
}

TEST(CostOf, AnUnlistedMoveIsTheMemoryPartAlone) {
  const auto store = cost_of(tiny_model(), made("VMOVUPDYmr", {memory(32, false, true), ymm()}), -1);
  ASSERT_TRUE(store);
  EXPECT_THAT(store->demands, ElementsAre(PortDemand{st, 1}));
  EXPECT_EQ(store->store_forward_cycles, Cycles(8));
  EXPECT_EQ(store->provenance.text, "composed: vector store <= 256 bit, no operation");
}

TEST(CostOf, AMaskedBroadcastFallsBackStepByStep) {
  const auto cost = cost_of(tiny_model(), made("VADDPDZ256rmbkz", {ymm(false), ymm(), memory(8, true, false)}), -1);
  ASSERT_TRUE(cost);
  EXPECT_EQ(cost->provenance.text, "composed: VADDPDYrr + vector load <= 128 bit");
}

TEST(CostOf, OperandLatenciesSurviveWhereOperandsKeepTheirNumbers) {
  const auto fma = made("VFMADD231PDm", {xmm(), xmm(), memory(16, true, false)});
  const auto cost = cost_of(tiny_model(), fma, -1);
  ASSERT_TRUE(cost);
  EXPECT_THAT(cost->operand_latencies, ElementsAre(OperandLatency{0, 0, 2}));
}

TEST(CostOf, ACompleteFormStaysAsItIs) {
  const std::string form =
      "  - {match: [VADDPDrm], complete: true, ports: [P1, LD], latency: 2, load_latency: 9, source: lab}\n";
  const MachineModel model(read_model(head() + core() + forms() + form, "m.yml", {}).data.value());
  const auto cost = cost_of(model, made("VADDPDrm", {xmm(false), xmm(), memory(16, true, false)}), -1);
  EXPECT_THAT(cost->demands, ElementsAre(PortDemand{p1, 1}, PortDemand{ld, 1}));
  EXPECT_EQ(cost->load_latency_cycles, Cycles(9));
}

TEST(CostOf, ALeaWithThreeComponentsIsAnother) {
  const Operand displacement = {ImmediateOperand{8, ""}, true, false, false, false};
  const auto latency_of = [](std::vector<Operand> operands) {
    return cost_of(tiny_model(), made("LEA64r", std::move(operands)), -1)->latency_cycles;
  };
  EXPECT_EQ(latency_of({gpr(false), gpr(), displacement}), Cycles(1));
  EXPECT_EQ(latency_of({gpr(false), gpr(), gpr()}), Cycles(1));
  EXPECT_EQ(latency_of({gpr(false), gpr(), gpr(), displacement}), Cycles(3));
  EXPECT_THAT(cost_of(tiny_model(), made("LEA64r", {gpr(false), gpr(), gpr(), displacement}), -1)->demands,
              ElementsAre(PortDemand{p1, 1}));
}

/// The tiny model with more in its core or its forms.
MachineModel model_with(const std::string &more_core, const std::string &more_forms) {
  const auto read = read_model(head() + core() + more_core + forms() + more_forms, "m.yml", {});
  EXPECT_TRUE(read.data);
  return MachineModel(read.data.value());
}

// Measured on Emerald Rapids: lea (%rax,%rbx), %rax 1.0 cycles, lea (%rax,%rbx,4), %rax 2.0.
TEST(CostOf, ALeaWithAScaledIndexIsAnother) {
  const MachineModel model = model_with(
      "", "  - {match: [LEA32r], ports: [P0], latency: 1, scaled: {ports: [P1], latency: 2, slots: 3}, source: lab}\n");
  Instruction lea = made("LEA32r", {gpr(false), gpr(), gpr()});
  EXPECT_EQ(cost_of(model, lea, -1)->latency_cycles, Cycles(1));
  lea.address_scale = 4;
  EXPECT_EQ(cost_of(model, lea, -1)->latency_cycles, Cycles(2));
  EXPECT_EQ(cost_of(model, lea, -1)->dispatch_slots, Cycles(3));
  EXPECT_THAT(cost_of(model, lea, -1)->demands, ElementsAre(PortDemand{p1, 1}));
}

// Measured: cmova, cmovbe, seta and setbe are two uops, the others one.
TEST(CostOf, AConditionOfTwoFlagsIsAnother) {
  const MachineModel model = model_with("", "  - {match: [CMOV64rr], ports: [P0], latency: 1, carry_and_zero: {ports: "
                                            "[2*P0], latency: 2, slots: 2}, source: lab}\n"
                                            "  - {match: [SETCCr], ports: [P0], latency: 1, carry_and_zero: {ports: "
                                            "[2*P0], latency: 2, slots: 2}, source: lab}\n");
  const auto slots = [&](const std::string &opcode, const std::string &mnemonic) {
    Instruction instruction = made(opcode, {gpr(false), gpr()});
    instruction.mnemonic = mnemonic;
    return cost_of(model, instruction, -1)->dispatch_slots;
  };
  for (const char *two : {"cmova", "cmovaq", "cmovbe", "cmovbel", "cmovnbe", "cmovnaq"})
    EXPECT_EQ(slots("CMOV64rr", two), Cycles(2)) << two;
  for (const char *one : {"cmovae", "cmovb", "cmovbq", "cmove", "cmovaeq", "cmovneq", "cmovnb"})
    EXPECT_EQ(slots("CMOV64rr", one), Cycles(1)) << one;
  EXPECT_EQ(slots("SETCCr", "seta"), Cycles(2));
  EXPECT_EQ(slots("SETCCr", "setbe"), Cycles(2));
  EXPECT_EQ(slots("SETCCr", "setae"), Cycles(1));
  EXPECT_EQ(slots("SETCCr", "setb"), Cycles(1));
}

// Measured on Emerald Rapids: shldl $13, %ebx, %eax 3.0 cycles, shldl $13, %eax, %eax 1.0, and two of these in a cycle.
TEST(CostOf, ARegisterWithItselfMayBeAnotherOperation) {
  const MachineModel model = model_with("", "  - {match: [SHLD32rri8], ports: [P0], latency: 3, source: lab,\n"
                                            "     same_register: {ports: [P1], latency: 1}}\n");
  const auto numbered = [](std::uint16_t unit) { return Register{"r", RegisterKind::gpr, 64, {unit}}; };
  const Operand target{RegisterOperand{numbered(1)}, true, true};
  const Operand other{RegisterOperand{numbered(2)}, true};
  const Operand same{RegisterOperand{numbered(1)}, true};
  EXPECT_EQ(cost_of(model, made("SHLD32rri8", {target, other}), -1)->latency_cycles, Cycles(3));
  EXPECT_EQ(cost_of(model, made("SHLD32rri8", {target, same}), -1)->latency_cycles, Cycles(1));
  EXPECT_THAT(cost_of(model, made("SHLD32rri8", {target, same}), -1)->demands, ElementsAre(PortDemand{p1, 1}));
  EXPECT_EQ(cost_of(model, made("SHLD32rri8", {target}), -1)->latency_cycles, Cycles(3))
      << "one source is none with itself";
}

// Measured: test $1, %al 0.2 cycles, test $1, %ah 1.0.
TEST(CostOf, AHighByteIsReadAnotherWay) {
  const MachineModel model = model_with("  high_byte_reads: {ports: [P1], latency: 2, source: lab}\n",
                                        "  - {match: [TEST8ri], ports: [\"P0|P1\"], latency: 1, source: lab}\n");
  const auto ports = [&](const char *name) {
    const Operand byte{RegisterOperand{Register{name, RegisterKind::gpr, 8, {1}}}, true};
    return cost_of(model, made("TEST8ri", {byte}), -1)->demands.front().ports;
  };
  EXPECT_EQ(ports("ah"), p1);
  EXPECT_EQ(ports("dh"), p1);
  EXPECT_NE(ports("al"), p1);
  EXPECT_NE(ports("dil"), p1);
}

// Measured: cmp (%rdi,%rsi), %rax and five nops take a slot or two more than with (%rdi), add (%rdi,%rsi), %eax does
// not.
TEST(CostOf, AnOperationWithAnIndexedLoadMayTakeMoreSlots) {
  std::string split = core();
  const std::string load = "{kind: gpr, max_bits: 64, ports: [LD], latency: 4,";
  split.replace(split.find(load), load.size(), load + " indexed_slots: 1,");
  const MachineModel model(
      read_model(head() + split + forms() + "  - {match: [CMP64rr], ports: [P0], latency: 1, source: lab}\n", "m.yml",
                 {})
          .data.value());
  const auto slots = [&](const std::string &opcode, bool is_written, bool is_indexed) {
    return cost_of(model,
                   made(opcode, {reg(RegisterKind::gpr, 64, true, is_written), memory(8, true, false, is_indexed)}), -1)
        ->dispatch_slots;
  };
  EXPECT_EQ(slots("CMP64rm", false, true), Cycles(2));
  EXPECT_EQ(slots("CMP64rm", false, false), Cycles(1));
  EXPECT_EQ(slots("ADD64rm", true, true), Cycles(1));
  const auto plain = made("MOV64rm", {gpr(false), memory(8, true, false, true)});
  EXPECT_EQ(cost_of(model, plain, -1)->dispatch_slots, Cycles(1));
}

// Measured on Emerald Rapids, each with nine no-ops: vpshufd $1, (%rsi) 1.88 cycles (eleven macro-ops: 1.83), vpaddd
// (%rsi) 1.69 (ten: 1.67), cmp $1, 16(%rip) 1.86, cmp $1, (%rsi) 1.70, shlx (%rsi) 1.86; with an index they take no
// more.
TEST(CostOf, SomeOperationsAreMacroOpsOfTheirOwnBesideTheirLoad) {
  std::string unfused = core();
  const std::string load = "{kind: vector, max_bits: 128,";
  ASSERT_NE(unfused.find(load), std::string::npos);
  unfused += "  unfused_loads: {match: [CMP64rm], vector_immediates: true, relative_immediates: true, source: lab}\n";
  const MachineModel model(
      read_model(head() + unfused + forms() +
                     "  - {match: [CMP64rr, CMP64ri8, VSHUFPSrri, SUB64rr], ports: [P0], latency: 1, source: lab}\n",
                 "m.yml", {})
          .data.value());
  const Operand immediate{ImmediateOperand{1, ""}, true, false, false, false};
  Operand relative = memory(8, true, false, false);
  std::get<MemoryOperand>(relative.value).base = {};
  const auto slots = [&](const std::string &opcode, std::vector<Operand> operands) {
    return cost_of(model, made(opcode, std::move(operands)), -1)->dispatch_slots;
  };
  EXPECT_EQ(slots("VSHUFPSrmi", {xmm(false), xmm(), memory(16, true, false, false), immediate}), Cycles(2));
  EXPECT_EQ(slots("VSHUFPSrmi", {xmm(false), xmm(), memory(16, true, false, true), immediate}), Cycles(2));
  EXPECT_EQ(slots("CMP64mi8", {relative, immediate}), Cycles(2));
  EXPECT_EQ(slots("CMP64mi8", {memory(8, true, false, false), immediate}), Cycles(1));
  EXPECT_EQ(slots("CMP64rm", {gpr(), memory(8, true, false, false)}), Cycles(2));
  EXPECT_EQ(slots("SUB64rm", {gpr(), memory(8, true, false, false)}), Cycles(1));
}

TEST(CostOf, NobodyKnowsIsNotZero) {
  EXPECT_FALSE(cost_of(tiny_model(), made("VSQRTPDrr", {xmm(false), xmm()}), -1));
  EXPECT_FALSE(cost_of(tiny_model(), made("", {}), 0));
  Instruction gather = made("VGATHERDPDrm", {xmm(false), memory(16, true, false, true)});
  std::get<MemoryOperand>(gather.operands[1].value).is_gather_scatter = true;
  EXPECT_FALSE(cost_of(tiny_model(), gather, -1)) << "many accesses are not the core's one";
}

/// RISC-V: a model may have figures for groups of one size.
TEST(CostOf, FormsAreForTheirGroupsOfVectorRegistersOnly) {
  MachineModel::Data data = tiny_model().data();
  data.core.vector_length = VectorLength{256, 1, {}};
  const MachineModel model(data);
  const Register vtype{"vtype", RegisterKind::other, 0, {99}};
  Instruction addition = made("VADDPDrr", {xmm(false), xmm(), xmm()});
  addition.operands.push_back({RegisterOperand{vtype}, true, false, true, false});
  EXPECT_TRUE(cost_of(model, addition, -1)) << "nothing is known of the group";
  addition.vector_type = {0, 5};
  EXPECT_TRUE(cost_of(model, addition, -1));
  for (const std::int8_t log_group : {-1, 1, 3}) {
    addition.vector_type = {log_group, 5};
    EXPECT_FALSE(cost_of(model, addition, -1)) << int{log_group};
    EXPECT_TRUE(cost_of(tiny_model(), addition, -1)) << "that model's figures are for any";
  }
  addition.operands.pop_back();
  EXPECT_TRUE(cost_of(model, addition, -1)) << "does not depend on it";
}

class CompilerFallback : public testing::Test {
protected:
  CompilerFallback() {
    compiler.known = true;
    compiler.uses = {{{"U0", "U1"}, 1}, {{"LD"}, 2}, {{"Retire"}, 1}};
    compiler.uops = 2;
    compiler.latency_cycles = 11;
    compiler.register_latency_cycles = 4;
    MachineModel::Data data = tiny_model().data();
    data.compiler_cpu = "corex";
    data.compiler_ports = {{"U0", {"P0"}}, {"U1", {"P1"}}, {"Retire", {}}};
    model = MachineModel(data);
  }
  [[nodiscard]] std::optional<Cost> cost(Instruction instruction) const {
    instruction.compiler_costs = {CompilerCost(), compiler};
    return cost_of(model, instruction, 1);
  }
  CompilerCost compiler;
  MachineModel model = tiny_model();
};

TEST_F(CompilerFallback, TranslatesUnitsAndSplitsTheLatency) {
  const auto result = cost(made("VSQRTPDm", {xmm(false), xmm(), memory(16, true, false)}));
  ASSERT_TRUE(result);
  EXPECT_THAT(result->demands, ElementsAre(PortDemand{p0 | p1, 1}, PortDemand{ld, 2}));
  EXPECT_EQ(result->latency_cycles, Cycles(4));
  EXPECT_EQ(result->load_latency_cycles, Cycles(7));
  EXPECT_EQ(result->dispatch_slots, Cycles(2));
  EXPECT_EQ(result->provenance, (Provenance{Origin::compiler, "LLVM's scheduling model of corex"}));
}

TEST_F(CompilerFallback, ALoadWithoutRegisterSourceIsAllLoad) {
  const auto result = cost(made("VBROADCASTF128rm", {ymm(false), memory(16, true, false)}));
  EXPECT_EQ(result->latency_cycles, Cycles(0));
  EXPECT_EQ(result->load_latency_cycles, Cycles(11));
}

TEST_F(CompilerFallback, SaysWhenUnitsAreUnknown) {
  compiler.uses.push_back({{"Mystery"}, 1});
  EXPECT_THAT(cost(made("VSQRTPDr", {xmm(false), xmm()}))->provenance.text, HasSubstr("partly mapped"));
  compiler.uses = {{{"Mystery"}, 1}};
  EXPECT_FALSE(cost(made("VSQRTPDr", {xmm(false), xmm()}))) << "nothing left of its demand";
}

TEST_F(CompilerFallback, HasNoDataWithoutTheCompilersOwn) {
  compiler.known = false;
  EXPECT_FALSE(cost(made("VSQRTPDr", {xmm(false), xmm()})));
  Instruction instruction = made("VSQRTPDr", {xmm(false), xmm()});
  EXPECT_FALSE(cost_of(model, instruction, 0)) << "index beyond the costs";
}

// LLVM lets a division occupy the port that starts it where it knows no divider; AMD's optimization guides say that
// other operations use that port meanwhile.
TEST_F(CompilerFallback, ADivisionKeepsTheDividerNotItsPort) {
  MachineModel::Data data = model.data();
  data.fallback_only = true;
  data.core.ports.push_back({"divider", PortKind::divider});
  model = MachineModel(data);
  const PortSet divider = data.core.ports_of_kind(PortKind::divider);
  compiler.uses = {{{"U0"}, 5}};
  Instruction division = made("VDIVPSZrr", {xmm(false), xmm(), xmm()});
  division.mnemonic = "vdivps";
  EXPECT_THAT(cost(division)->demands, ElementsAre(PortDemand{p0, 1}, PortDemand{divider, 5}));
  division.mnemonic = "vrsqrt14ps";
  EXPECT_THAT(cost(division)->demands, ElementsAre(PortDemand{p0, 5})) << "a table look-up";
}

TEST_F(CompilerFallback, ListedFormsComeFirst) {
  EXPECT_EQ(cost(made("VADDPDrr", {xmm(false), xmm(), xmm()}))->provenance.origin, Origin::measured);
}

} // namespace
} // namespace osaca::test
