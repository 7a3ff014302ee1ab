// Small loops that each show one mechanism of a core, with cycles per iteration measured on it (TSC calibrated by a
// chain of multiplications, minimum of 2000 runs; Zen 4: AMD EPYC Genoa, 2026). The model's forwarding latency of
// general registers is the mean of these; what is tested is which loads wait for it and which do not.
#include "osaca/analyze.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

namespace osaca::test {
namespace {

struct Probe {
  const char *name;
  std::string body; ///< the loop's own `dec %rsi; jne` is added
  double cycles;
  double unexplained = 0; ///< of these: what no bound sees, and nobody has explained yet
};

void PrintTo(const Probe &probe, std::ostream *out) { *out << probe.name; }

class Zen4Probe : public testing::TestWithParam<Probe> {};

TEST_P(Zen4Probe, comes_near_the_measurement) {
  const Probe &probe = GetParam();
  AnalyzeOptions options;
  options.archs = {"zen4"};
  const auto report = analyze(".Lloop:\n" + probe.body + "\ndec %rsi\njne .Lloop\n", probe.name, options);
  ASSERT_TRUE(report) << report.error().text();
  ASSERT_EQ(report->kernels.size(), 1u);
  const double predicted = report->kernels[0].cycles_per_iteration.to_double();
  EXPECT_LE(predicted, probe.cycles * 1.05);
  EXPECT_GE(predicted, (probe.cycles - probe.unexplained) * 0.93);
}

INSTANTIATE_TEST_SUITE_P(
    StoreToLoad, Zen4Probe,
    testing::Values(
        Probe{"moved_on_base", "mov -4(%rdi), %eax\nadd $1, %eax\nmov %eax, (%rdi)\nlea 4(%rdi), %rdi", 2.0, 1.0},
        Probe{"moved_on_index", "mov -4(%rdi,%rsi,4), %eax\nadd $1, %eax\nmov %eax, -8(%rdi,%rsi,4)", 1.07},
        Probe{"in_place", "mov -4(%rdi), %eax\nadd %eax, (%rdi)\nadd $4, %rdi", 1.48, 0.48},
        Probe{"same_place", "mov (%rdi), %eax\nadd $1, %eax\nmov %eax, (%rdi)", 1.04},
        Probe{"push_and_pop", "push %rax\npop %rax\nadd $1, %rax", 1.04},
        Probe{"one_renamed_in_a_cycle",
              "push %rax\npush %rbx\npush %rcx\npush %rdx\npop %rdx\npop %rcx\npop %rbx\npop %rax", 3.987},
        Probe{"four_in_place", "addq $1, (%rdi)\naddq $1, 8(%rdi)\naddq $1, 16(%rdi)\naddq $1, 24(%rdi)", 2.802},
        Probe{"upper_half", "mov %rax, (%rdi)\nmov 4(%rdi), %eax", 6.848, 0.15},
        Probe{"load_in_an_operation", "mov $1, %eax\nadd (%rdi), %eax\nmov %eax, (%rdi)", 7.37},
        Probe{"load_in_a_multiplication", "imul $3, (%rdi), %eax\nmov %eax, (%rdi)", 9.0},
        Probe{"zero_extending_load", "movzbl (%rdi), %eax\nadd $1, %eax\nmov %al, (%rdi)", 7.44},
        Probe{"two_stores_back", "mov -8(%rdi), %eax\nadd $1, %eax\nmov %eax, (%rdi)\nadd $4, %rdi", 3.56},
        Probe{"three_stores_back", "mov -12(%rdi), %eax\nadd $1, %eax\nmov %eax, (%rdi)\nadd $4, %rdi", 2.37},
        Probe{"vector", "movsd -8(%rdi), %xmm0\naddsd (%rdi), %xmm0\nmovsd %xmm0, (%rdi)\nadd $8, %rdi", 12.0}),
    [](const auto &probe) { return probe.param.name; });

// Unrolled, vector registers only: a dependent addition of integers takes pipes that the multiplications need. What
// ports allow is 1.5, 0.75 and 2.0.
INSTANTIATE_TEST_SUITE_P(
    Pipes, Zen4Probe,
    testing::Values(Probe{"three_and_three",
                          "vmulpd %ymm1, %ymm1, %ymm2\nvmulpd %ymm1, %ymm1, %ymm3\nvmulpd %ymm1, %ymm1, %ymm4\n"
                          "vpaddq %ymm2, %ymm1, %ymm5\nvpaddq %ymm3, %ymm1, %ymm6\nvpaddq %ymm4, %ymm1, %ymm7",
                          1.826},
                    Probe{"one_and_two",
                          "vmulpd %ymm1, %ymm1, %ymm2\nvpaddq %ymm2, %ymm1, %ymm3\nvpaddq %ymm2, %ymm1, %ymm4\n"
                          "vmulpd %ymm1, %ymm1, %ymm5\nvpaddq %ymm5, %ymm1, %ymm6\nvpaddq %ymm5, %ymm1, %ymm7",
                          1.77},
                    Probe{"independent",
                          "vmulpd %ymm1, %ymm1, %ymm2\nvpaddq %ymm1, %ymm1, %ymm3\nvmulpd %ymm1, %ymm1, %ymm4\n"
                          "vpaddq %ymm1, %ymm1, %ymm5\nvmulpd %ymm1, %ymm1, %ymm6\nvpaddq %ymm1, %ymm1, %ymm7\n"
                          "vmulpd %ymm1, %ymm1, %ymm8\nvpaddq %ymm1, %ymm1, %ymm9",
                          2.0}),
    [](const auto &probe) { return probe.param.name; });

// The base moves by whole lines, so that each load is known to cross, or not to.
INSTANTIATE_TEST_SUITE_P(
    LineCrossings, Zen4Probe,
    testing::Values(
        Probe{"two_in_a_row",
              "vmovups 48(%rdi), %ymm2\nvmovups 240(%rdi), %ymm3\nvmovups 1280(%rdi), %ymm4\n"
              "vmovups 1344(%rdi), %ymm5\nadd $64, %rdi",
              3.09},
        Probe{"each_by_itself",
              "vmovups 48(%rdi), %ymm2\nvmovups 1280(%rdi), %ymm3\nvmovups 240(%rdi), %ymm4\n"
              "vmovups 1344(%rdi), %ymm5\nadd $64, %rdi",
              3.95},
        Probe{"halves_of_512_bits_do_not", "vmovups 32(%rdi), %zmm2\nvmovups 1280(%rdi), %zmm3\nadd $64, %rdi", 1.98},
        Probe{"a_half_of_512_bits", "vmovups 48(%rdi), %zmm2\nvmovups 128(%rdi), %zmm3\nadd $64, %rdi", 2.97},
        Probe{"general_registers", "mov 60(%rdi), %rbx\nmov 128(%rdi), %rdx\nmov 192(%rdi), %r8\nadd $64, %rdi", 1.32}),
    [](const auto &probe) { return probe.param.name; });

// Loads of whole lines that move, beside one store of a line.
INSTANTIATE_TEST_SUITE_P(
    LinesBesideAStore, Zen4Probe,
    testing::Values(
        Probe{"two", "vmovups (%rdi), %zmm2\nvmovups 1024(%rdi), %zmm3\nvmovups %zmm4, 8192(%rdi)\nadd $64, %rdi",
              2.48},
        Probe{"three",
              "vmovups (%rdi), %zmm2\nvmovups 1024(%rdi), %zmm3\nvmovups 2048(%rdi), %zmm5\nvmovups %zmm4, 8192(%rdi)\n"
              "add $64, %rdi",
              3.34},
        Probe{"four",
              "vmovups (%rdi), %zmm2\nvmovups 1024(%rdi), %zmm3\nvmovups 2048(%rdi), %zmm5\nvmovups 3072(%rdi), %zmm6\n"
              "vmovups %zmm4, 8192(%rdi)\nadd $64, %rdi",
              4.32},
        Probe{"six",
              "vmovups (%rdi), %zmm2\nvmovups 1024(%rdi), %zmm3\nvmovups 2048(%rdi), %zmm5\nvmovups 3072(%rdi), %zmm6\n"
              "vmovups 4096(%rdi), %zmm7\nvmovups 5120(%rdi), %zmm8\nvmovups %zmm4, 8192(%rdi)\nadd $64, %rdi",
              6.4}),
    [](const auto &probe) { return probe.param.name; });

// Measured as unrolled code, without the loop: all take longer than it.
INSTANTIATE_TEST_SUITE_P(
    Stores, Zen4Probe,
    testing::Values(Probe{"two_blocks", "mov %r9, 24(%r10)\nmov %r9, 32(%r10)", 1.985},
                    Probe{"three_in_two_blocks", "mov %r9, 40(%r10)\nmov %r9, 48(%r10)\nmov %r9, 16(%r10)", 1.988},
                    Probe{"five_in_two_blocks",
                          "mov %r9, 0(%r10)\nmov %r9, 8(%r10)\nmov %r9, 16(%r10)\nmov %r9, 24(%r10)\nmov %r9, 32(%r10)",
                          2.481},
                    Probe{"across_a_border", "mov %r9, 28(%r10)", 1.985},
                    Probe{"zmm", "vmovupd %zmm12, (%r12)", 1.985}),
    [](const auto &probe) { return probe.param.name; });

INSTANTIATE_TEST_SUITE_P(StackEngine, Zen4Probe,
                         testing::Values(Probe{"subtract_after_push", "push %rax\nsub $8, %rsp", 1.985},
                                         Probe{"add_before_pops", "add $8, %rsp\npop %rbx\npop %rbp", 1.976},
                                         Probe{"two_writes", "add $8, %rsp\npop %rbx\nsub $16, %rsp", 2.965},
                                         Probe{"compare", "pop %rbx\ncmp %rsp, %rax", 0.992},
                                         Probe{"address", "pop %rbx\npop %rbp\nmov 8(%rsp), %rcx", 1.023}),
                         [](const auto &probe) { return probe.param.name; });

// Measured as unrolled code: chains through the address of a load. What is loaded is 0.
INSTANTIATE_TEST_SUITE_P(Addresses, Zen4Probe,
                         testing::Values(Probe{"base_and_index", "mov (%rbx,%rcx), %rcx", 3.954},
                                         Probe{"scaled_index", "mov (%rbx,%rcx,2), %rcx", 4.932},
                                         Probe{"displaced_index", "mov 8(%rbx,%rcx), %rcx", 4.934},
                                         Probe{"base_rbp_and_index", "mov (%rbp,%rcx), %rcx", 4.941},
                                         Probe{"base_r13_and_index", "mov (%r13,%rcx), %rcx", 4.941},
                                         Probe{"base_r12_and_index", "mov (%r12,%rcx), %rcx", 3.945},
                                         Probe{"stack_pointer_and_index", "mov (%rsp,%rcx), %rcx", 4.941},
                                         Probe{"index_rbp", "mov (%rcx,%rbp), %rcx", 3.954},
                                         Probe{"base_and_symbol", "mov table(%rcx), %rcx", 3.954},
                                         Probe{"scaled_index_and_symbol", "mov table(,%rcx,8), %rcx", 4.932},
                                         Probe{"in_an_operation", "add (%rbx,%rcx), %rcx", 4.978},
                                         Probe{"in_an_operation_scaled", "add (%rbx,%rcx,8), %rcx", 5.9}),
                         [](const auto &probe) { return probe.param.name; });

// Nothing of the destination remains, but expansions and compressions wait for it.
INSTANTIATE_TEST_SUITE_P(
    OldValues, Zen4Probe,
    testing::Values(Probe{"expand", "vpexpandd %xmm1, %xmm0{%k1}{z}\nvaddps %xmm2, %xmm0, %xmm0", 4.932},
                    Probe{"expand_without_mask", "vpexpandd %xmm1, %xmm0\nvaddps %xmm2, %xmm0, %xmm0", 4.941},
                    Probe{"expand_a_load", "vpexpandd (%rdi), %xmm0{%k1}{z}\nvaddps %xmm2, %xmm0, %xmm0", 4.914},
                    Probe{"expand_bytes", "vpexpandb %xmm1, %xmm0{%k1}{z}\nvaddps %xmm2, %xmm0, %xmm0", 4.932},
                    Probe{"compress", "vcompresspd %ymm1, %ymm0{%k1}{z}\nvaddps %ymm2, %ymm0, %ymm0", 6.911},
                    Probe{"add", "vaddps %xmm1, %xmm1, %xmm0{%k1}{z}\nvaddps %xmm2, %xmm0, %xmm0", 0.986}),
    [](const auto &probe) { return probe.param.name; });

// Chains from memory through a vector to the address, and through memory from one kind of register to the other.
INSTANTIATE_TEST_SUITE_P(
    RegisterFiles, Zen4Probe,
    testing::Values(
        Probe{"load_and_back", "vmovq (%rbx,%rcx), %xmm0\nvmovq %xmm0, %rcx", 8.878},
        Probe{"load_add_and_back",
              "vmovups (%rbx,%rcx), %xmm0\nvaddps %xmm0, %xmm1, %xmm0\nvmovq %xmm0, %rcx\nand $0, %ecx", 12.86},
        Probe{"there_and_back", "vmovq %rax, %xmm0\nvmovq %xmm0, %rax", 5.921},
        Probe{"lane_and_back", "vpinsrq $1, %rcx, %xmm0, %xmm0\nvpextrq $1, %xmm0, %rcx", 7.964},
        Probe{"load_and_convert", "vmovsd (%rbx,%rcx), %xmm0\nvcvttsd2si %xmm0, %rcx", 11.855},
        Probe{"load_and_compare", "vucomisd (%rbx,%rcx), %xmm1\nsetc %cl", 10.849},
        Probe{"mask_from_memory_and_back", "kmovq (%rbx,%rcx), %k1\nkmovq %k1, %rcx", 12.888},
        Probe{"load_and_signs", "vmovups (%rbx,%rcx), %xmm0\nvmovmskpd %xmm0, %ecx", 8.888},
        Probe{"vector_through_memory", "vmovq %xmm0, (%rdi)\nmov (%rdi), %rax\nvmovq %rax, %xmm0", 9.871},
        Probe{"general_through_memory", "mov %rax, (%rdi)\nvmovq (%rdi), %xmm0\nvmovq %xmm0, %rax", 10.857}),
    [](const auto &probe) { return probe.param.name; });

// The upper half of a product comes a cycle after the lower one; 16 bits of it are merged into dx first.
INSTANTIATE_TEST_SUITE_P(Products, Zen4Probe,
                         testing::Values(Probe{"upper_half", "mul %rcx\nmov %rdx, %rax", 3.953},
                                         Probe{"upper_half_of_32_bits", "imul %ecx\nmov %edx, %eax", 3.956},
                                         Probe{"upper_half_with_memory", "mulq (%rbx)\nmov %rdx, %rax", 3.947},
                                         Probe{"upper_half_without_flags", "mulx %rcx, %rax, %rdx", 3.955},
                                         Probe{"lower_half_without_flags", "mulx %rcx, %rdx, %rax", 2.968},
                                         Probe{"upper_16_bits", "mul %cx\nmovzwl %dx, %eax", 5.925},
                                         Probe{"lower_16_bits", "mul %cx", 2.962}),
                         [](const auto &probe) { return probe.param.name; });

// The same; a sign takes an ALU, zeros do not.
INSTANTIATE_TEST_SUITE_P(Extensions, Zen4Probe,
                         testing::Values(Probe{"sign_of_4_bytes", "movslq (%rbx,%rcx), %rcx", 4.942},
                                         Probe{"sign_of_a_byte", "movsbl (%rbx,%rcx), %ecx", 4.951},
                                         Probe{"sign_of_2_bytes", "movswq (%rbx,%rcx), %rcx", 4.96},
                                         Probe{"zeros_to_a_byte", "movzbl (%rbx,%rcx), %ecx", 3.954},
                                         Probe{"zeros_to_2_bytes", "movzwl (%rbx,%rcx), %ecx", 3.96}),
                         [](const auto &probe) { return probe.param.name; });

// Unrolled; the lea takes 2.0 and touches no flags.
INSTANTIATE_TEST_SUITE_P(CarryOnly, Zen4Probe,
                         testing::Values(Probe{"same_register", "sbb %eax, %eax\nlea 5(%rax,%rcx,8), %rax", 1.029},
                                         Probe{"two_registers", "sbb %eax, %ebx\nlea 5(%rbx,%rcx,8), %rbx", 2.968},
                                         Probe{"a_byte", "sbb %al, %al\nlea 5(%rax,%rcx,8), %rax", 2.968}),
                         [](const auto &probe) { return probe.param.name; });

INSTANTIATE_TEST_SUITE_P(InPlace, Zen4Probe,
                         testing::Values(Probe{"add", "add %rbx, (%r8)", 1.02}, Probe{"rotate", "rolq $3, (%r8)", 1.02},
                                         Probe{"add_with_carry", "adc %rbx, (%r8)", 1.02},
                                         Probe{"exchange_and_add", "xadd %rbx, (%r8)", 7.799},
                                         Probe{"compare_and_exchange", "cmpxchg %rbx, (%r8)", 8.877},
                                         Probe{"set_a_bit", "btsq $3, (%r8)", 7.909},
                                         Probe{"shift_two_registers", "shldq $3, %rbx, (%r8)", 8.651}),
                         [](const auto &probe) { return probe.param.name; });

// Unrolled; the lea takes 2.0 and touches no flags.
INSTANTIATE_TEST_SUITE_P(
    PartialRegisters, Zen4Probe,
    testing::Values(Probe{"low_and_high_byte", "add %bl, %bl\nadd %bh, %bh", 1.98},
                    Probe{"set_both", "setc %bl\nsetc %bh", 1.973},
                    Probe{"constant", "mov $5, %bl\nlea 5(%rbx,%rcx,8), %rbx", 2.966},
                    Probe{"high_byte_of_itself", "mov %bh, %bl\nlea 5(%rbx,%rcx,8), %rbx", 2.968},
                    Probe{"load_of_a_byte", "mov (%r8), %bl\nlea 5(%rbx,%rcx,8), %rbx", 2.962},
                    Probe{"load_of_two_bytes", "mov (%r8), %bx\nlea 5(%rbx,%rcx,8), %rbx", 2.962},
                    Probe{"address_of_a_byte", "movb (%rbx,%rcx), %cl", 4.952},
                    Probe{"implicit", "lahf\nlea 5(%rax,%rcx,8), %rax", 2.962},
                    Probe{"multiplication", "imul $3, %ax, %bx\nlea 5(%rbx,%rcx,8), %rbx", 5.927},
                    Probe{"set_before", "xor %ebx, %ebx\nmov %al, %bl\nlea 5(%rbx,%rcx,8), %rbx", 1.02},
                    Probe{"scalar_move", "movsd %xmm2, %xmm0\naddsd %xmm1, %xmm0", 3.939},
                    Probe{"rounding", "roundsd $0, %xmm2, %xmm0\naddsd %xmm1, %xmm0", 5.918},
                    Probe{"upper_half", "movhps (%r8), %xmm0\naddsd %xmm1, %xmm0", 3.961},
                    Probe{"root", "sqrtsd %xmm2, %xmm0\naddsd %xmm1, %xmm0", 23.16},
                    Probe{"masked", "vaddpd %zmm2, %zmm3, %zmm0{%k1}\nvaddpd %zmm1, %zmm0, %zmm0", 5.954},
                    Probe{"zeroed", "vaddpd %zmm2, %zmm3, %zmm0{%k1}{z}\nvaddpd %zmm1, %zmm0, %zmm0", 1.98}),
    [](const auto &probe) { return probe.param.name; });

// No-ops of 10 bytes; the loop begins at a border of 64 bytes.
INSTANTIATE_TEST_SUITE_P(
    Fetch, Zen4Probe,
    testing::Values(Probe{"five",
                          "nopw %cs:512(%rax,%rax)\nnopw %cs:512(%rax,%rax)\nnopw %cs:512(%rax,%rax)\n"
                          "nopw %cs:512(%rax,%rax)\nnopw %cs:512(%rax,%rax)",
                          1.03},
                    Probe{"six",
                          "nopw %cs:512(%rax,%rax)\nnopw %cs:512(%rax,%rax)\nnopw %cs:512(%rax,%rax)\n"
                          "nopw %cs:512(%rax,%rax)\nnopw %cs:512(%rax,%rax)\nnopw %cs:512(%rax,%rax)",
                          2.002},
                    Probe{"seven_and_a_jump",
                          "nopw %cs:512(%rax,%rax)\nnopw %cs:512(%rax,%rax)\nnopw %cs:512(%rax,%rax)\n"
                          "nopw %cs:512(%rax,%rax)\nnopw %cs:512(%rax,%rax)\nnopw %cs:512(%rax,%rax)\n"
                          "nopw 8(%rax,%rax)\njmp 3f\nnop\n3:",
                          2.983}),
    [](const auto &probe) { return probe.param.name; });

// A quarter of loops that are unrolled four times. Indexes and the mask leave for general registers by the pipe that
// stores need too.
constexpr const char *gather = "vandpd (%rdx,%r9,4), %ymm5, %ymm1\nkxnorb %k0, %k0, %k1\nvxorpd %xmm2, %xmm2, %xmm2\n"
                               "vgatherdpd (%rsi,%ymm1,8), %zmm2{%k1}\n";
INSTANTIATE_TEST_SUITE_P(Gathers, Zen4Probe,
                         testing::Values(Probe{"summed", std::string(gather) + "vaddpd %zmm2, %zmm0, %zmm0", 9.485},
                                         Probe{"stored", std::string(gather) + "vmovupd %zmm2, (%rdi,%r9,8)", 11.21}),
                         [](const auto &probe) { return probe.param.name; });

INSTANTIATE_TEST_SUITE_P(FailedForwarding, Zen4Probe,
                         testing::Values(Probe{"wider_load", "movb %r9b, (%r10)\nmov (%r10), %rax", 18.87},
                                         Probe{"half_beside", "mov %rax, (%r10)\nmov 4(%r10), %rax", 18.87},
                                         Probe{"vector", "movaps %xmm0, (%r10)\nmovups 8(%r10), %xmm0", 19.99}),
                         [](const auto &probe) { return probe.param.name; });

INSTANTIATE_TEST_SUITE_P(TakenBranches, Zen4Probe,
                         testing::Values(Probe{"one_jump", "jmp 2f\nnop\n2:", 2.0},
                                         Probe{"two_jumps", "jmp 2f\nnop\n2:\njmp 3f\nnop\n3:", 3.0}),
                         [](const auto &probe) { return probe.param.name; });

} // namespace
} // namespace osaca::test
