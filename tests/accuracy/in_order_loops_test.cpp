// Loops on cores that execute in program order, against llvm-mca, which simulates them from the same figures.
//
// llvm-mca assumes that results are written in program order, unless LLVM's model exempts an instruction. Some models
// exempt none, so LLVM says nothing about these cores: SiFive's manual, for example, says that its cores wait only for
// operands and for earlier writes of the same register. osaca does not assume the order for them. Two comparisons
// follow. With the assumption, both simulate the same machine, and must agree. Without it, a loop cannot take longer.
#include "analysis/analyze_kernel.h"
#include "decode/decoder.h"
#include "model/library/library.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <map>

namespace osaca::test {
namespace {

using Loops = std::map<std::string, std::string>;

// daxpy, a dot product, a triad, a dot product with four sums, and a search that finds nothing; without vectors, and as
// GCC 12 (AArch64) and Clang 22 (RISC-V) schedule them. Accesses that update their address are left out: llvm-mca
// counts the new address as a result that is ready at once, so that such a load would wait for all earlier results.

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
    {"search", "ld a5, 0(a3)\nbeq a5, a2, .L2\naddi a3, a3, 8\naddi a4, a4, 1\nbne a1, a4, .L1\n"}};

/// A kernel of the loop, with the compiler's figures for this CPU.
Kernel kernel_of(const std::string &loop, Isa isa, const std::string &cpu) {
  const std::string mark = isa == Isa::aarch64 ? "// OSACA-" : "# OSACA-";
  DecodeOptions options;
  options.isa = isa;
  options.scheduling_cpus = {cpu};
  Expected<DecodedInput> decoded =
      decode_assembly(mark + "BEGIN\n.L1:\n" + loop + mark + "END\n.L2:\n", "loop.s", options);
  EXPECT_TRUE(decoded) << decoded.error().text();
  EXPECT_EQ(decoded->kernels.size(), 1U);
  Kernel kernel = decoded->kernels.at(0);
  for (Instruction &instruction : kernel.instructions)
    instruction.compiler_costs = decoded->compiler.costs_of(instruction);
  return kernel;
}

MachineModel with_writes_in_order(const MachineModel &model) {
  MachineModel::Data data = model.data();
  data.core.in_order.writes_in_order = true;
  return MachineModel(std::move(data));
}

/// Empty if llvm-mca fails.
std::optional<long> total_cycles(const std::string &path, Isa isa, const std::string &cpu, int iterations) {
  const std::string target =
      isa == Isa::aarch64 ? "-mtriple=aarch64-linux-gnu" : "-mtriple=riscv64-linux-gnu -mattr=+m,+f,+d";
  const std::string command = std::string(OSACA_LLVM_MCA) + " " + target + " -mcpu=" + cpu +
                              " -iterations=" + std::to_string(iterations) +
                              " -instruction-info=0 -resource-pressure=0 " + path + " 2>/dev/null";
  FILE *output = popen(command.c_str(), "r"); // NOLINT: a fixed command
  if (output == nullptr)
    return std::nullopt;
  std::optional<long> cycles;
  std::array<char, 256> line{};
  while (std::fgets(line.data(), static_cast<int>(line.size()), output) != nullptr)
    if (long number = 0; std::sscanf(line.data(), "Total Cycles: %ld", &number) == 1)
      cycles = number;
  return pclose(output) == 0 ? cycles : std::nullopt;
}

/// Cycles per iteration in the steady state.
std::optional<double> by_llvm_mca(const std::string &loop, Isa isa, const std::string &cpu) {
  const std::string path = testing::TempDir() + "in_order_" + std::to_string(getpid()) + ".s";
  std::ofstream(path) << ".L1:\n" << loop << ".L2:\n";
  const auto first = total_cycles(path, isa, cpu, 100);
  const auto second = total_cycles(path, isa, cpu, 300);
  std::remove(path.c_str());
  if (!first || !second)
    return std::nullopt;
  return static_cast<double>(*second - *first) / 200;
}

class InOrderLoops : public testing::TestWithParam<std::tuple<const char *, const char *>> {};

TEST_P(InOrderLoops, TakeAsLongAsLlvmMcaSays) {
  const auto &[cpu, name] = GetParam();
  const Expected<MachineModel> model = compiler_model(cpu);
  ASSERT_TRUE(model) << model.error().text();
  ASSERT_TRUE(model->core().in_order.value);
  const Isa isa = model->data().isa;
  const std::string &loop = (isa == Isa::aarch64 ? of_aarch64 : of_riscv).at(name);
  const Kernel kernel = kernel_of(loop, isa, cpu);
  const KernelReport plain = analyze_kernel(kernel, *model, 0, {});
  const KernelReport strict = analyze_kernel(kernel, with_writes_in_order(*model), 0, {});
  EXPECT_TRUE(plain.complete);
  EXPECT_FALSE(plain.stalls.empty());
  EXPECT_LE(plain.cycles_per_iteration, strict.cycles_per_iteration);
  for (const Bound &bound : plain.bounds)
    EXPECT_LE(bound.cycles, plain.cycles_per_iteration);
  const std::optional<double> theirs = by_llvm_mca(loop, isa, cpu);
  if (!theirs)
    GTEST_SKIP() << "there is no llvm-mca";
  std::printf("%s %s: %.2f, with writes in order %.2f, llvm-mca %.2f\n", cpu, name,
              plain.cycles_per_iteration.to_double(), strict.cycles_per_iteration.to_double(), *theirs);
  EXPECT_NEAR(strict.cycles_per_iteration.to_double(), *theirs, 0.15 * *theirs);
}

INSTANTIATE_TEST_SUITE_P(OnCores, InOrderLoops,
                         testing::Combine(testing::Values("cortex-a53", "cortex-a55", "sifive-u74", "spacemit-x60"),
                                          testing::Values("daxpy", "dot", "triad", "dot4", "search")),
                         [](const auto &one) {
                           std::string text = std::string(std::get<0>(one.param)) + "_" + std::get<1>(one.param);
                           std::erase(text, '-');
                           return text;
                         });

} // namespace
} // namespace osaca::test
