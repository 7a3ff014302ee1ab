// Loops on cores that execute in program order, against llvm-mca, which simulates them from the same figures.
//
// llvm-mca assumes that results are written in program order, unless LLVM's model exempts an instruction. Some models
// exempt none, so LLVM says nothing about these cores. GCC's description of one of them, Cortex-A53, has no such order.
// osaca does not assume the order for them. Two comparisons follow. With the assumption, both simulate the same
// machine, and must agree. Without it, a loop cannot take longer. Blocks of random instructions check that both agree
// for every kind of neighbours.
#include "analysis/analyze_kernel.h"
#include "decode/decoder.h"
#include "model/library/library.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <string_view>

namespace osaca::test {
namespace {

const bool has_llvm_mca = !std::string_view(OSACA_LLVM_MCA).ends_with("NOTFOUND"); ///< CMake searched for it

using Loops = std::map<std::string, std::string>;

// daxpy, a dot product, a triad, a dot product with four sums, a chain of four multiply-adds, and a search that finds
// nothing; without vectors, and as GCC 12 (AArch64) and Clang 22 (RISC-V) schedule them. Accesses that update their
// address are left out: llvm-mca counts the new address as a result that is ready at once, so that such a load would
// wait for all earlier results.

const Loops of_aarch64 = {
    {"daxpy", "ldr d2, [x1, x3, lsl #3]\nldr d1, [x0, x3, lsl #3]\nfmadd d1, d2, d0, d1\nstr d1, [x0, x3, lsl #3]\n"
              "add x3, x3, #1\ncmp x2, x3\nb.ne .L1\n"},
    {"dot", "ldr d2, [x0, x3, lsl #3]\nldr d1, [x1, x3, lsl #3]\nadd x3, x3, #1\ncmp x2, x3\nfmadd d0, d2, d1, d0\n"
            "b.ne .L1\n"},
    {"triad", "ldr d2, [x2, x4, lsl #3]\nldr d1, [x1, x4, lsl #3]\nfmadd d1, d2, d0, d1\nstr d1, [x0, x4, lsl #3]\n"
              "add x4, x4, #1\ncmp x3, x4\nb.ne .L1\n"},
    {"dot4", "ldr d4, [x0]\nldr d5, [x1]\nldr d6, [x0, #8]\nldr d7, [x1, #8]\nldr d16, [x0, #16]\nldr d17, [x1, #16]\n"
             "ldr d18, [x0, #24]\nldr d19, [x1, #24]\nsubs x2, x2, #4\nadd x0, x0, #32\nadd x1, x1, #32\n"
             "fmadd d0, d4, d5, d0\nfmadd d1, d6, d7, d1\nfmadd d2, d16, d17, d2\nfmadd d3, d18, d19, d3\nb.ne .L1\n"},
    {"chain4", "fmadd d0, d1, d0, d2\nadd x0, x0, #4\ncmp x1, x0\nfmadd d0, d1, d0, d2\nfmadd d0, d1, d0, d2\n"
               "fmadd d0, d1, d0, d2\nb.ne .L1\n"},
    {"search", "ldr x9, [x8, x0, lsl #3]\ncmp x9, x2\nb.eq .L2\nadd x0, x0, #1\ncmp x1, x0\nb.ne .L1\n"}};

const Loops of_riscv = {
    {"daxpy", "fld fa5, 0(a1)\naddi a1, a1, 8\nfld fa4, 0(a0)\nfmadd.d fa5, fa0, fa5, fa4\nfsd fa5, 0(a0)\n"
              "addi a0, a0, 8\nbne a0, a2, .L1\n"},
    {"dot", "fld fa5, 0(a0)\naddi a0, a0, 8\nfld fa4, 0(a1)\naddi a1, a1, 8\nfmadd.d fa0, fa5, fa4, fa0\n"
            "bne a1, a2, .L1\n"},
    {"triad", "fld fa5, 0(a1)\naddi a1, a1, 8\nfld fa4, 0(a2)\naddi a2, a2, 8\nfmadd.d fa5, fa0, fa4, fa5\n"
              "fsd fa5, 0(a0)\naddi a0, a0, 8\nbne a0, a3, .L1\n"},
    {"dot4", "fld fa1, -16(a0)\nfld fa0, -8(a0)\nfld ft0, 0(a0)\nfld ft1, 8(a0)\naddi a0, a0, 32\nfld ft2, -16(a2)\n"
             "fld ft3, -8(a2)\nfld ft4, 0(a2)\nfld ft5, 8(a2)\nfmadd.d fa2, fa1, ft2, fa2\n"
             "fmadd.d fa3, fa0, ft3, fa3\naddi a2, a2, 32\nfmadd.d fa4, ft0, ft4, fa4\nfmadd.d fa5, ft1, ft5, fa5\n"
             "bne a2, a1, .L1\n"},
    {"chain4", "fmadd.d fa0, fa1, fa0, fa2\naddi a5, a5, 4\nfmadd.d fa0, fa1, fa0, fa2\nfmadd.d fa0, fa1, fa0, fa2\n"
               "fmadd.d fa0, fa1, fa0, fa2\nbne a4, a5, .L1\n"},
    {"search", "ld a5, 0(a3)\nbeq a5, a2, .L2\naddi a3, a3, 8\naddi a4, a4, 1\nbne a1, a4, .L1\n"}};

std::string marked(const std::string &code, const std::string &name, Isa isa) {
  const std::string mark = isa == Isa::aarch64 ? "// LLVM-MCA-" : "# LLVM-MCA-";
  return mark + "BEGIN " + name + "\n" + code + mark + "END " + name + "\n";
}

/// The marked kernels, with the compiler's figures for this CPU.
std::vector<Kernel> kernels_of(const std::string &text, Isa isa, const std::string &cpu) {
  DecodeOptions options;
  options.isa = isa;
  options.scheduling_cpus = {cpu};
  const Expected<DecodedInput> decoded = decode_assembly(text, "loop.s", options);
  if (!decoded) {
    ADD_FAILURE() << decoded.error().text();
    return {};
  }
  std::vector<Kernel> kernels = decoded->kernels;
  for (Kernel &kernel : kernels)
    for (Instruction &instruction : kernel.instructions)
      instruction.compiler_costs = decoded->compiler.costs_of(instruction);
  return kernels;
}

MachineModel with_writes_in_order(const MachineModel &model) {
  MachineModel::Data data = model.data();
  data.core.in_order.writes_in_order = true;
  return MachineModel(std::move(data));
}

/// The cycles of each marked region; empty if llvm-mca fails.
std::vector<long> total_cycles(const std::string &path, Isa isa, const std::string &cpu, int iterations) {
  const std::string target =
      isa == Isa::aarch64 ? "-mtriple=aarch64-linux-gnu" : "-mtriple=riscv64-linux-gnu -mattr=+m,+f,+d";
  const std::string command = std::string(OSACA_LLVM_MCA) + " " + target + " -mcpu=" + cpu +
                              " -iterations=" + std::to_string(iterations) +
                              " -instruction-info=0 -resource-pressure=0 " + path + " 2>/dev/null";
  FILE *output = popen(command.c_str(), "r"); // NOLINT: a fixed command
  if (output == nullptr)
    return {};
  std::vector<long> cycles;
  std::array<char, 256> line{};
  while (std::fgets(line.data(), static_cast<int>(line.size()), output) != nullptr)
    if (long number = 0; std::sscanf(line.data(), "Total Cycles: %ld", &number) == 1)
      cycles.push_back(number);
  return pclose(output) == 0 ? cycles : std::vector<long>();
}

/// Cycles per iteration of each marked region, in the steady state; empty if there is no llvm-mca.
std::vector<double> by_llvm_mca(const std::string &text, Isa isa, const std::string &cpu) {
  const std::string path = testing::TempDir() + "in_order_" + std::to_string(getpid()) + ".s";
  std::ofstream(path) << text;
  const std::vector<long> first = total_cycles(path, isa, cpu, 100);
  const std::vector<long> second = total_cycles(path, isa, cpu, 300);
  std::remove(path.c_str());
  std::vector<double> cycles;
  for (std::size_t i = 0; i < first.size() && first.size() == second.size(); ++i)
    cycles.push_back(static_cast<double>(second[i] - first[i]) / 200);
  return cycles;
}

class InOrderLoops : public testing::TestWithParam<std::tuple<const char *, const char *>> {};

TEST_P(InOrderLoops, TakeAsLongAsLlvmMcaSays) {
  const auto &[cpu, name] = GetParam();
  const Expected<MachineModel> model = compiler_model(cpu);
  ASSERT_TRUE(model) << model.error().text();
  ASSERT_TRUE(model->core().in_order.value);
  const Isa isa = model->data().isa;
  const std::string text =
      marked(".L1:\n" + (isa == Isa::aarch64 ? of_aarch64 : of_riscv).at(name), name, isa) + ".L2:\n";
  const std::vector<Kernel> kernels = kernels_of(text, isa, cpu);
  ASSERT_EQ(kernels.size(), 1U);
  const KernelReport plain = analyze_kernel(kernels[0], *model, 0, {});
  const KernelReport strict = analyze_kernel(kernels[0], with_writes_in_order(*model), 0, {});
  EXPECT_TRUE(plain.complete);
  EXPECT_FALSE(plain.stalls.empty());
  EXPECT_LE(plain.cycles_per_iteration, strict.cycles_per_iteration);
  for (const Bound &bound : plain.bounds)
    EXPECT_LE(bound.cycles, plain.cycles_per_iteration);
  const std::vector<double> theirs = by_llvm_mca(text, isa, cpu);
  if (!has_llvm_mca)
    GTEST_SKIP() << "there is no llvm-mca";
  ASSERT_EQ(theirs.size(), 1U);
  std::printf("%s %s: %.2f, with writes in order %.2f, llvm-mca %.2f\n", cpu, name,
              plain.cycles_per_iteration.to_double(), strict.cycles_per_iteration.to_double(), theirs[0]);
  EXPECT_NEAR(strict.cycles_per_iteration.to_double(), theirs[0], 0.15 * theirs[0]);
}

INSTANTIATE_TEST_SUITE_P(OnCores, InOrderLoops,
                         testing::Combine(testing::Values("cortex-a53", "cortex-a55", "sifive-u74", "spacemit-x60"),
                                          testing::Values("daxpy", "dot", "triad", "dot4", "chain4", "search")),
                         [](const auto &one) {
                           std::string text = std::string(std::get<0>(one.param)) + "_" + std::get<1>(one.param);
                           std::erase(text, '-');
                           return text;
                         });

// ---- blocks without a meaning, in which every pair of instructions may meet

/// '#' stands for the number of a register.
const std::vector<std::string> blocks_of_aarch64 = {"add x#, x#, x#",
                                                    "add x#, x#, x#, lsl #3",
                                                    "sub x#, x#, #4",
                                                    "mul x#, x#, x#",
                                                    "madd x#, x#, x#, x#",
                                                    "ldr x#, [x10, #16]",
                                                    "ldr d#, [x11, x#, lsl #3]",
                                                    "str x#, [x12, #8]",
                                                    "str d#, [x13, #8]",
                                                    "fadd d#, d#, d#",
                                                    "fmul d#, d#, d#",
                                                    "fmadd d#, d#, d#, d#",
                                                    "fmla v#.2d, v#.2d, v#.2d",
                                                    "add v#.4s, v#.4s, v#.4s",
                                                    "eor x#, x#, x#",
                                                    "cmp x#, x#\ncsel x#, x#, x#, lt",
                                                    "lsl x#, x#, #3",
                                                    "fdiv d#, d#, d#"};
const std::vector<std::string> blocks_of_riscv = {"add s#, s#, s#",
                                                  "addi s#, s#, 4",
                                                  "mul s#, s#, s#",
                                                  "slli s#, s#, 3",
                                                  "ld s#, 16(a0)",
                                                  "sd s#, 8(a1)",
                                                  "fld fs#, 8(a2)",
                                                  "fsd fs#, 8(a3)",
                                                  "fadd.d fs#, fs#, fs#",
                                                  "fmul.d fs#, fs#, fs#",
                                                  "fmadd.d fs#, fs#, fs#, fs#",
                                                  "xor s#, s#, s#",
                                                  "fdiv.d fs#, fs#, fs#"};

std::string random_block(std::mt19937 &random, const std::vector<std::string> &instructions) {
  std::string code;
  for (auto left = 2 + random() % 11; left > 0; --left) {
    std::string_view next = instructions[random() % instructions.size()];
    for (std::size_t i = 0; i < next.size(); ++i) {
      const bool is_register = next[i] == '#' && (i + 1 == next.size() || std::isdigit(next[i + 1]) == 0);
      code += is_register ? static_cast<char>('1' + random() % 9) : next[i];
    }
    code += '\n';
  }
  return code;
}

class InOrderBlocks : public testing::TestWithParam<const char *> {};

TEST_P(InOrderBlocks, NearlyAllTakeAsLongAsLlvmMcaSays) {
  constexpr std::size_t count = 200;
  const std::string cpu = GetParam();
  const Expected<MachineModel> model = compiler_model(cpu);
  ASSERT_TRUE(model) << model.error().text();
  const Isa isa = model->data().isa;
  std::mt19937 random(1);
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += marked(random_block(random, isa == Isa::aarch64 ? blocks_of_aarch64 : blocks_of_riscv),
                   "b" + std::to_string(i), isa);
  const std::vector<Kernel> kernels = kernels_of(text, isa, cpu);
  ASSERT_EQ(kernels.size(), count);
  const std::vector<double> theirs = by_llvm_mca(text, isa, cpu);
  if (!has_llvm_mca)
    GTEST_SKIP() << "there is no llvm-mca";
  ASSERT_EQ(theirs.size(), count);
  const MachineModel strict = with_writes_in_order(*model);
  int equal = 0;
  int near = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double ours = analyze_kernel(kernels[i], strict, 0, {}).cycles_per_iteration.to_double();
    equal += std::abs(ours - theirs[i]) <= 0.01 * theirs[i] ? 1 : 0;
    near += std::abs(ours - theirs[i]) <= 0.15 * theirs[i] ? 1 : 0;
  }
  std::printf("%s: %d of %zu equal, %d within 15 %%\n", cpu.c_str(), equal, count, near);
  EXPECT_GE(near, 95 * static_cast<int>(count) / 100);
}

INSTANTIATE_TEST_SUITE_P(OnCores, InOrderBlocks,
                         testing::Values("cortex-a53", "cortex-a55", "sifive-u74", "spacemit-x60"),
                         [](const auto &one) {
                           std::string text = one.param;
                           std::erase(text, '-');
                           return text;
                         });

} // namespace
} // namespace osaca::test
