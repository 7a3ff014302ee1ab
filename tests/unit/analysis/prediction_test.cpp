// What is predicted quickly is what is explained at length: on random loops, all bounds of the one agree with the
// other, and remembered costs with those looked up afresh.
#include "analysis/analyze_kernel.h"
#include "analysis/bounds/port_pressure.h"
#include "analysis/bounds/prediction.h"
#include "decode/block_reader.h"
#include "decode/decoder.h"
#include "model/library/library.h"
#include "osaca/blocks.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace osaca {
namespace {

class Dice {
public:
  explicit Dice(unsigned seed) : random_(seed) {}
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

private:
  std::mt19937 random_;
};

std::string gpr(Dice &dice) {
  const char *const names[] = {"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "r8", "r12"};
  return std::string("%") + names[dice.below(9)];
}

std::string vector_register(Dice &dice) {
  return (dice.below(2) == 0 ? "%xmm" : "%ymm") + std::to_string(dice.below(8));
}

std::string place(Dice &dice) {
  const std::string base = gpr(dice);
  const std::string index = dice.below(3) == 0 ? "," + gpr(dice) + "," + std::to_string(1 << dice.below(4)) : "";
  return std::to_string(8 * dice.below(12) - 40) + "(" + base + index + ")";
}

std::string line(Dice &dice) {
  const std::string ymm = "%ymm" + std::to_string(dice.below(8));
  const std::string xmm = "%xmm" + std::to_string(dice.below(8));
  switch (dice.below(16)) {
  case 0: return "movq " + place(dice) + ", " + gpr(dice);
  case 1: return "movq " + gpr(dice) + ", " + place(dice);
  case 2: return "addq $" + std::to_string(8 * dice.below(9)) + ", " + gpr(dice);
  case 3: return "addq " + place(dice) + ", " + gpr(dice);
  case 4: return "addq " + gpr(dice) + ", " + place(dice);
  case 5: return "imulq " + gpr(dice) + ", " + gpr(dice);
  case 6: return "leaq " + place(dice) + ", " + gpr(dice);
  case 7: return "vmovupd " + place(dice) + ", " + vector_register(dice);
  case 8: return "vmovupd " + vector_register(dice) + ", " + place(dice);
  case 9: return "vfmadd231pd " + ymm + ", " + ymm + ", %ymm" + std::to_string(dice.below(8));
  case 10: return "vdivsd " + xmm + ", " + xmm + ", %xmm" + std::to_string(dice.below(8));
  case 11: return "vxorps " + xmm + ", " + xmm + ", " + xmm;
  case 12: return "movq " + gpr(dice) + ", " + gpr(dice);
  case 13: return "pushq " + gpr(dice) + "\npopq " + gpr(dice);
  case 14: return "subq $8, %rsp";
  default: return "vaddpd " + place(dice) + ", " + ymm + ", " + ymm;
  }
}

Kernel random_kernel(unsigned seed, const std::string &compiler_cpu) {
  Dice dice(seed);
  std::string text = "# OSACA-BEGIN\n.L1:\n";
  for (int i = 1 + dice.below(24); i > 0; --i)
    text += line(dice) + "\n";
  text += "cmpq %rax, %rcx\njne .L1\n# OSACA-END\n";
  DecodeOptions options;
  options.isa = Isa::x86_64;
  options.scheduling_cpus = {compiler_cpu};
  Expected<DecodedInput> decoded = decode_assembly(text, "random", options);
  EXPECT_TRUE(decoded) << text;
  EXPECT_TRUE(decoded->problems.empty()) << text;
  Kernel kernel = decoded->kernels.at(0);
  for (Instruction &instruction : kernel.instructions)
    instruction.compiler_costs = decoded->compiler.costs_of(instruction);
  kernel.region = dice.below(2) == 0 ? RegionKind::block : RegionKind::loop;
  return kernel;
}

class OfModel : public testing::TestWithParam<const char *> {};

TEST_P(OfModel, PredictionAndExplanationAgree) {
  const Expected<MachineModel> model = ModelLibrary::shipped().load(GetParam());
  ASSERT_TRUE(model);
  FormCosts remembered(*model, 0);
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Kernel kernel = random_kernel(seed, model->data().compiler_cpu);
    for (const bool equal_split : {false, true}) {
      const PortAssignment assignment = equal_split ? PortAssignment::equal_split : PortAssignment::optimal;
      const PreparedKernel prepared = prepare(bind(kernel, remembered), {});
      const Prediction prediction = predict(prepared, {assignment, {}, !equal_split});
      const PortPressure pressure = port_pressure(prepared.kernel, assignment);
      EXPECT_EQ(prediction.ports.execution, pressure.execution_bound) << seed;
      EXPECT_EQ(prediction.ports.divider, pressure.divider_bound) << seed;
      const KernelReport report = analyze_kernel(kernel, *model, 0, {.equal_port_split = equal_split});
      EXPECT_EQ(report.cycles_per_iteration, prediction.cycles) << seed;
      EXPECT_EQ(report.bound_by, prediction.bound_by) << seed;
      if (!report.loop_carried.empty()) {
        EXPECT_EQ(report.loop_carried.front().per_iteration(), prediction.bound(BoundKind::loop_carried)) << seed;
      }
    }
  }
}

TEST_P(OfModel, RememberedCostsAreThoseOfTheModel) {
  const Expected<MachineModel> model = ModelLibrary::shipped().load(GetParam());
  ASSERT_TRUE(model);
  FormCosts remembered(*model, 0);
  for (unsigned seed = 1000; seed < 1300; ++seed)
    for (const Instruction &instruction : random_kernel(seed, model->data().compiler_cpu).instructions) {
      const std::optional<Cost> fresh = cost_of(*model, instruction, 0);
      const std::shared_ptr<const Cost> known = remembered.cost_of(remembered.form_of(instruction), instruction);
      ASSERT_EQ(fresh.has_value(), known != nullptr) << instruction.text;
      if (!fresh)
        continue;
      EXPECT_EQ(fresh->demands, known->demands) << instruction.text;
      EXPECT_EQ(fresh->latency_cycles, known->latency_cycles) << instruction.text;
      EXPECT_EQ(fresh->load_latency_cycles, known->load_latency_cycles) << instruction.text;
      EXPECT_EQ(fresh->store_forward_cycles, known->store_forward_cycles) << instruction.text;
      EXPECT_EQ(fresh->dispatch_slots, known->dispatch_slots) << instruction.text;
      EXPECT_EQ(fresh->operand_latencies, known->operand_latencies) << instruction.text;
      EXPECT_EQ(fresh->provenance, known->provenance) << instruction.text;
    }
}

INSTANTIATE_TEST_SUITE_P(Prediction, OfModel, testing::Values("zen4", "zen1", "skl", "skx"),
                         [](const auto &named) { return std::string(named.param); });

// A port, a chain or the width that takes longer than the simulation would mean that the simulation forgets it.
TEST(InOrderPrediction, SimulationIsNeverFasterThanABound) {
  const Expected<MachineModel> model = compiler_model("bonnell");
  ASSERT_TRUE(model && model->core().in_order.value);
  FormCosts remembered(*model, 0);
  for (unsigned seed = 2000; seed < 2400; ++seed) {
    const PreparedKernel prepared = prepare(bind(random_kernel(seed, "bonnell"), remembered), {});
    const auto simulated =
        simulate_in_order(in_order_program(prepared.kernel, prepared.graph), prepared.kernel.model.core(), {});
    ASSERT_TRUE(simulated);
    const Prediction prediction = predict(prepared, {});
    EXPECT_GE(simulated->cycles, prediction.bound(BoundKind::ports)) << seed;
    EXPECT_GE(simulated->cycles, prediction.bound(BoundKind::divider)) << seed;
    EXPECT_GE(simulated->cycles, prediction.bound(BoundKind::loop_carried)) << seed;
    EXPECT_GE(simulated->cycles, prediction.front_end.dispatch_cycles) << seed;
    EXPECT_EQ(prediction.cycles, std::max(simulated->cycles, prediction.bound(prediction.bound_by))) << seed;
  }
}

/// A load and an addition that a dual-issue core can issue together, with one rule of the model.
Cycles cycles_with_rule(const IssueRule &rule) {
  MachineModel::Data data = compiler_model("cortex-a55")->data();
  data.core.in_order.rules = {rule};
  DecodeOptions options;
  options.isa = Isa::aarch64;
  options.scheduling_cpus = {data.compiler_cpu};
  const Expected<DecodedInput> decoded =
      decode_assembly("// OSACA-BEGIN\nldr x1, [x10]\nadd x2, x3, x4\n// OSACA-END\n", "pair.s", options);
  Kernel kernel = decoded->kernels.at(0);
  for (Instruction &instruction : kernel.instructions)
    instruction.compiler_costs = decoded->compiler.costs_of(instruction);
  return analyze_kernel(kernel, MachineModel(std::move(data)), 0, {}).cycles_per_iteration;
}

TEST(InOrderPrediction, RulesOfTheModelKeepInstructionsApart) {
  using Kind = IssueRule::Kind;
  const IssueKind load{.match = {}, .access = IssueKind::Access::load};
  const IssueKind store{.match = {}, .access = IssueKind::Access::store};
  const IssueKind addition{.match = {"ADDX*"}};
  const IssueKind subtraction{.match = {"SUBX*"}};
  EXPECT_EQ(cycles_with_rule({Kind::alone, subtraction, {}, {}}), Cycles(1));
  EXPECT_EQ(cycles_with_rule({Kind::alone, load, {}, {}}), Cycles(2));
  EXPECT_EQ(cycles_with_rule({Kind::first, load, {}, {}}), Cycles(1)); // it is the first
  EXPECT_EQ(cycles_with_rule({Kind::first, addition, {}, {}}), Cycles(1)) << "with the next load after it";
  EXPECT_EQ(cycles_with_rule({Kind::apart, load, addition, {}}), Cycles(2));
  EXPECT_EQ(cycles_with_rule({Kind::apart, addition, load, {}}), Cycles(2));
  EXPECT_EQ(cycles_with_rule({Kind::apart, store, addition, {}}), Cycles(1));
  EXPECT_EQ(cycles_with_rule({Kind::apart, load, {.match = {}, .least_sources = 2}, {}}), Cycles(2));
  EXPECT_EQ(cycles_with_rule({Kind::apart, load, {.match = {}, .least_sources = 3}, {}}), Cycles(1));
  EXPECT_EQ(cycles_with_rule({Kind::alone, {.match = {}, .ports = PortSet(1) << 63}, {}, {}}), Cycles(1));
  EXPECT_EQ(cycles_with_rule({Kind::alone, {.match = {}, .ports = ~PortSet(0)}, {}, {}}), Cycles(2));
}

/// A loop of this code on a core with a load of three cycles and additions of one.
Cycles cycles_with_early_addresses(int address_cycles, int store_data_cycles, const std::string &code) {
  MachineModel::Data data = ModelLibrary::shipped().load("a53")->data();
  data.core.in_order.address_cycles = address_cycles;
  data.core.in_order.loaded_value_cycles = address_cycles;
  data.core.in_order.store_data_cycles = store_data_cycles;
  DecodeOptions options;
  options.isa = Isa::aarch64;
  const Expected<DecodedInput> decoded =
      decode_assembly("// OSACA-BEGIN\n" + code + "// OSACA-END\n", "loop.s", options);
  return analyze_kernel(decoded->kernels.at(0), MachineModel(std::move(data)), 0, {}).cycles_per_iteration;
}

// Arm's pipeline description in GCC: addresses are needed a stage earlier than the operands of an addition, and the
// data of a store a stage later.
TEST(InOrderPrediction, AddressesAreNeededEarlyAndStoredDataLate) {
  const auto cycles = cycles_with_early_addresses;
  // A chain of loads takes as long as before; so does one of loads and additions.
  EXPECT_EQ(cycles(0, 0, "ldr x0, [x0]\n"), Cycles(3));
  EXPECT_EQ(cycles(1, 0, "ldr x0, [x0]\n"), Cycles(3));
  EXPECT_EQ(cycles(0, 0, "ldr x0, [x1]\nadd x1, x0, #8\n"), Cycles(4));
  EXPECT_EQ(cycles(1, 0, "ldr x0, [x1]\nadd x1, x0, #8\n"), Cycles(4));
  // The addition waits for the load, and the next load is issued together with it.
  EXPECT_EQ(cycles(0, 0, "ldr x0, [x1]\nadd x2, x0, x3\n"), Cycles(3));
  EXPECT_EQ(cycles(1, 0, "ldr x0, [x1]\nadd x2, x0, x3\n"), Cycles(2));
  // A store of a loaded value, and one of a sum. If the sum is needed late, three instructions take one and a half
  // cycles. Otherwise the addition is issued alone.
  EXPECT_EQ(cycles(1, 0, "ldr x0, [x1]\nstr x0, [x2]\n"), Cycles(3));
  EXPECT_EQ(cycles(1, 1, "ldr x0, [x1]\nstr x0, [x2]\n"), Cycles(2));
  const std::string with_branch = "1:\nadd x0, x1, #8\nstr x0, [x2]\ncbnz x5, 1b\n";
  EXPECT_EQ(cycles(1, 0, with_branch), Cycles(2));
  EXPECT_EQ(cycles(1, 1, with_branch), Cycles(3, 2));
}

// The quick way from machine code to a figure leaves out what the long one makes for people to read.
TEST(Blocks, AreTheSameByTheQuickWayAsByTheLongOne) {
  const Expected<MachineModel> model = ModelLibrary::shipped().load("zen4");
  const Expected<BlockAnalyzer> analyzer = BlockAnalyzer::create("zen4");
  ASSERT_TRUE(model && analyzer);
  // Two bytes to a common instruction: addition, exclusive or, comparison, moves between registers, multiplication.
  const std::vector<std::string> code = {"4801d8",   "4831c9",   "4839f7",   "4889c3",    "480fafc1",
                                         "488b4308", "48894308", "c5fb58c1", "c5fb1003",  "c5fb5ec2",
                                         "50",       "5b",       "4883ec08", "c4e2f5b8c2"};
  DecodeOptions options;
  options.scheduling_cpus = {model->data().compiler_cpu};
  Dice dice(3);
  for (int round = 0; round < 200; ++round) {
    std::string hex;
    for (int i = 1 + dice.below(12); i > 0; --i)
      hex += code[static_cast<std::size_t>(dice.below(static_cast<int>(code.size())))];
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2)
      bytes.push_back(static_cast<std::uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    const Expected<Kernel> kernel = decode_block(bytes, Isa::x86_64, options);
    ASSERT_TRUE(kernel) << hex;
    const KernelReport report = analyze_kernel(*kernel, *model, 0, {.simulate = false});
    const BlockResult result = analyzer->analyze(hex);
    EXPECT_EQ(result.cycles, report.cycles_per_iteration) << hex;
    EXPECT_EQ(result.bound_by, report.bound_by) << hex;
  }
}

} // namespace
} // namespace osaca
