// Small pieces of code that each show one mechanism, measured on an Emerald Rapids (a Xeon of family 6, model 207) and held
// against its model, the simulation included.
//
// Measured in user space without counters: each unrolled to about 500 and about 1,000 instructions, time stamp counter
// against a chain of additions; the median of three processes, or the lowest of three passes minutes apart.
#include "osaca/analyze.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

namespace osaca::test {
namespace {

struct Piece {
  const char *name;
  const char *body; ///< instructions separated by ';'
  double cycles;
  double tolerance = 0.08;
};

void PrintTo(const Piece &piece, std::ostream *out) { *out << piece.name; }

class RaptorCove : public testing::TestWithParam<Piece> {};

TEST_P(RaptorCove, comes_near_the_measurement) {
  constexpr int copies = 60;
  std::string body = GetParam().body;
  std::replace(body.begin(), body.end(), ';', '\n');
  std::string loop = ".Lloop:\n";
  for (int copy = 0; copy < copies; ++copy)
    loop += body + "\n";
  AnalyzeOptions options;
  options.archs = {"emeraldrapids"};
  const auto report = analyze(loop + "dec %r15\njne .Lloop\n", GetParam().name, options);
  ASSERT_TRUE(report) << report.error().text();
  ASSERT_EQ(report->kernels.size(), 1u);
  EXPECT_NEAR(report->kernels[0].cycles_per_iteration.to_double() / copies, GetParam().cycles,
              GetParam().tolerance * GetParam().cycles);
}

constexpr auto name_of_piece = [](const testing::TestParamInfo<Piece> &instance) { return std::string(instance.param.name); };

INSTANTIATE_TEST_SUITE_P(
    AdditionsAtRename, RaptorCove,
    testing::Values(Piece{"a_constant", "add $1, %rax; nopl 0(%rax)", 0.335}, Piece{"a_large_one", "add $1024, %rax", 0.998},
                    Piece{"of_32_bits", "add $1, %eax", 0.999}, Piece{"lea", "lea 1(%rax), %rax; nopl 0(%rax)", 0.335},
                    Piece{"then_an_addition", "add $1, %rax; add %rbx, %rax", 1.0},
                    Piece{"then_a_shift", "inc %rax; shl $1, %rax", 2.99},
                    Piece{"then_a_rotation", "lea 1(%rax), %rax; shl $1, %rax", 2.99},
                    Piece{"then_a_swap", "inc %rax; bswap %rax", 3.97},
                    Piece{"then_a_multiplication", "add $1, %rax; imul %rbx, %rax", 2.99},
                    Piece{"then_a_load", "incq %rdi; movq -1(%rdi), %rdi", 4.99},
                    Piece{"done_before_a_shift", "lea 64(%rbx), %rdi; shl $4, %rdi", 0.998},
                    Piece{"done_before_a_rotation", "lea 64(%rbx), %rdi; rorx $4, %rdi, %rcx", 0.997},
                    Piece{"not_before_others", "lea 64(%rbx), %rdi; and $-16, %rdi", 0.347}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    AdditionsOfFloatingPoint, RaptorCove,
    testing::Values(Piece{"behind_each_other", "vaddpd %ymm1, %ymm0, %ymm0", 1.996}, Piece{"scalar", "addsd %xmm1, %xmm0", 1.996},
                    Piece{"wide", "vaddpd %zmm1, %zmm0, %zmm0", 3.499},
                    Piece{"behind_a_product", "vaddpd %ymm1, %ymm0, %ymm0; vmulpd %ymm2, %ymm0, %ymm0", 6.989},
                    Piece{"one_of_two", "vmulpd %ymm2, %ymm0, %ymm0; vaddpd %ymm1, %ymm0, %ymm0; vaddpd %ymm3, %ymm0, %ymm0", 8.989},
                    Piece{"from_memory", "vaddpd (%rdi), %ymm0, %ymm0", 1.997},
                    Piece{"fused", "vfmadd231pd %ymm1, %ymm2, %ymm0", 3.997},
                    Piece{"behind_a_fused", "vfmadd231pd %ymm1, %ymm2, %ymm0; vaddpd %ymm3, %ymm0, %ymm0", 6.992}),
    name_of_piece);

#define NINE_NOPS ";nopl 8(%rax);nopl 8(%rax);nopl 8(%rax);nopl 8(%rax);nopl 8(%rax);nopl 8(%rax);nopl 8(%rax);nopl 8(%rax);nopl 8(%rax)"

INSTANTIATE_TEST_SUITE_P(
    MacroOpsOfLoads, RaptorCove,
    testing::Values(Piece{"vectors_with_an_immediate", "vpshufd $1, (%rsi), %xmm1" NINE_NOPS, 1.87, 0.03},
                    Piece{"vectors_without", "vpaddd (%rsi), %xmm0, %xmm1" NINE_NOPS, 1.69, 0.03},
                    Piece{"shuffles_of_bytes", "vpshufb (%rsi), %xmm0, %xmm1" NINE_NOPS, 1.89, 0.04},
                    Piece{"with_an_immediate", "cmpl $1, (%rsi)" NINE_NOPS, 1.70, 0.03},
                    Piece{"a_product", "imulq $10, (%rsi), %rax" NINE_NOPS, 1.68, 0.03},
                    Piece{"shifts", "shlxq %rcx, (%rsi), %rax" NINE_NOPS, 1.86, 0.03},
                    Piece{"rotations", "rorxq $1, (%rsi), %rax" NINE_NOPS, 1.88, 0.03},
                    Piece{"bits", "btl $3, (%rsi)" NINE_NOPS, 1.87, 0.03},
                    Piece{"comparisons_into_masks", "vpcmpeqd (%rsi), %ymm0, %k1" NINE_NOPS, 1.86, 0.03}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    StoresOfOneLine, RaptorCove,
    testing::Values(Piece{"three_and_one", "movq %rcx, (%rdi); movq %rcx, 8(%rdi); movq %rcx, 16(%rdi); movq %rcx, 64(%rdi)", 3.002},
                    Piece{"two_and_two", "movq %rcx, (%rdi); movq %rcx, 8(%rdi); movq %rcx, 64(%rdi); movq %rcx, 72(%rdi)", 1.970},
                    Piece{"three_and_two",
                          "movq %rcx, (%rdi); movq %rcx, 8(%rdi); movq %rcx, 16(%rdi); movq %rcx, 64(%rdi); movq %rcx, 72(%rdi)", 3.002}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    PartsOfRegisters, RaptorCove,
    testing::Values(Piece{"a_byte_is_loaded", "movb (%rdi), %al", 0.999},
                    Piece{"an_integer_is_converted", "cvtsi2sd %eax, %xmm0", 3.993},
                    Piece{"one_is_converted", "vcvtsi2sd %eax, %xmm0, %xmm0", 3.994},
                    Piece{"a_float_is_converted", "cvtss2sd %xmm1, %xmm0", 3.994}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    StoreToLoad, RaptorCove,
    testing::Values(Piece{"renamed", "addq %rbx, %rax; movq %rax, 8(%rdi); movq 8(%rdi), %rax", 1.0},
                    Piece{"with_an_index", "addq %rbx, %rax; movq %rax, 8(%rdi,%rcx); movq 8(%rdi,%rcx), %rax", 7.3},
                    Piece{"a_constant_in_place", "addl $1, 4(%rdi)", 1.0}, Piece{"a_register_in_place", "addq %rax, 8(%rdi)", 7.37},
                    Piece{"push_and_pop", "pushq %rax; popq %rbx; addq %rcx, %rbx; movq %rbx, %rax", 0.99},
                    Piece{"vectors", "vmovsd %xmm0, 8(%rdi); vmulsd 8(%rdi), %xmm1, %xmm0", 9.03},
                    Piece{"wide_vectors", "vmovups %ymm0, 32(%rdi); vmulps 32(%rdi), %ymm1, %ymm0", 10.03},
                    Piece{"passed_on", "movups %xmm0, (%rdi); movups (%rdi), %xmm0", 7.38},
                    Piece{"wide_passed_on", "vmovups %ymm0, (%rdi); vmovups (%rdi), %ymm0", 8.04},
                    Piece{"passed_on_twice", "movdqu (%rsi), %xmm8; movdqu %xmm8, (%rsi)", 7.37},
                    Piece{"changed_on_the_way", "movups %xmm0, (%rdi); movups (%rdi), %xmm0; vaddps %xmm1, %xmm0, %xmm0", 8.15},
                    Piece{"a_byte", "movb %al, (%rdi); movb (%rdi), %al", 0.997}, Piece{"wider_than_stored", "movl %eax, (%rdi); movq (%rdi), %rax", 19.99}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    LoadsAndStores, RaptorCove,
    testing::Values(Piece{"one_place", "movl (%rdi), %eax", 0.503}, Piece{"two_words", "movl (%rdi), %eax; movl 4(%rdi), %ebx", 0.661},
                    Piece{"bytes_of_a_word", "movzbl (%rdi), %eax; movzbl 1(%rdi), %ebx; movzbl 2(%rdi), %ecx", 1.512},
                    Piece{"overlapping", "vmovups (%rdi), %ymm0; vmovups 16(%rdi), %ymm1; vmovups 8(%rdi), %ymm2", 1.512},
                    Piece{"of_512_bits", "vmovups (%rdi), %zmm0; vmovups 64(%rdi), %zmm1", 0.995},
                    Piece{"across_lines", "mov 60(%rdi), %rax; mov 124(%rdi), %rbx", 2.124, 0.27},
                    Piece{"stores_of_a_line", "mov %rax, (%rdi); mov %rbx, 8(%rdi)", 0.993},
                    Piece{"stores_of_two_lines", "mov %rax, (%rdi); mov %rbx, 64(%rdi)", 1.996},
                    Piece{"a_store_across_lines", "mov %rax, 60(%rdi)", 2.001}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    BoundPorts, RaptorCove,
    testing::Values(Piece{"four_chains", "add %r9, %rax; add %r9, %rbx; add %r9, %rcx; add %r9, %rdx", 1.165},
                    Piece{"five_chains", "add %r9, %rax; add %r9, %rbx; add %r9, %rcx; add %r9, %rdx; add %r9, %rsi", 1.20},
                    Piece{"six_chains", "add %r9, %rax; add %r9, %rbx; add %r9, %rcx; add %r9, %rdx; add %r9, %rsi; add %r9, %r8", 1.50, 0.15},
                    Piece{"six_tests", "test %rax, %rax; test %rbx, %rbx; test %rcx, %rcx; test %rdx, %rdx; test %rsi, %rsi; test %r8, %r8", 1.193},
                    Piece{"shifts_and_chains", "shl $1, %rax; shl $1, %rbx; add %r9, %rcx; add %r9, %rdx; add %r9, %rsi", 1.377, 0.16},
                    Piece{"four_chains_of_vectors",
                          "vpaddd %ymm0, %ymm1, %ymm1; vpaddd %ymm0, %ymm2, %ymm2; vpaddd %ymm0, %ymm3, %ymm3; vpaddd %ymm0, %ymm4, %ymm4", 1.325}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    Operands, RaptorCove,
    testing::Values(Piece{"a_scaled_index", "lea (%rax,%rbx,4), %rax", 1.996}, Piece{"an_index", "lea 1(%rax,%rbx), %rax", 0.999},
                    Piece{"scaled_indices_and_shifts",
                          "leaq (%rax,%rbx,2), %rcx; leaq (%rax,%rbx,2), %rdx; leaq (%rax,%rbx,2), %rsi; shlxq %rax, %r8, %r9; shlxq %rax, %r8, %r10", 1.665},
                    Piece{"a_high_byte", "testb $1, %ah", 0.989}, Piece{"a_high_byte_and_a_product", "testb $1, %ah; imulq $3, %r8, %r9", 1.996},
                    Piece{"equal", "cmove %r9, %rax", 0.998}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    BetweenUnits, RaptorCove,
    testing::Values(Piece{"a_product_beside_a_sum", "vaddps %xmm1, %xmm2, %xmm4; vmulps %xmm4, %xmm0, %xmm0", 4.994},
                    Piece{"behind_a_move", "vaddsd %xmm1, %xmm2, %xmm4; vmovaps %xmm4, %xmm6; vmulsd %xmm6, %xmm0, %xmm0", 4.99},
                    Piece{"a_shuffle_beside_a_sum", "vaddps %xmm1, %xmm2, %xmm4; vshufps $1, %xmm4, %xmm0, %xmm0", 2.08},
                    Piece{"a_product_beside_integers", "vpaddd %xmm1, %xmm2, %xmm4; vmulps %xmm4, %xmm0, %xmm0", 4.99},
                    Piece{"a_product_beside_vandps", "vandps %xmm1, %xmm2, %xmm4; vmulps %xmm4, %xmm0, %xmm0", 3.991},
                    Piece{"a_sum_beside_integers", "vpaddd %xmm1, %xmm2, %xmm4; vaddps %xmm4, %xmm0, %xmm0", 1.998},
                    Piece{"integers_beside_a_product", "vmulps %xmm1, %xmm2, %xmm4; vpmaxsd %xmm4, %xmm0, %xmm0", 2.0},
                    Piece{"a_product_with_its_complement",
                          "vmulsd %xmm3, %xmm0, %xmm1; vsubsd %xmm0, %xmm2, %xmm0; vmulsd %xmm0, %xmm1, %xmm0", 9.003},
                    Piece{"converted", "vcvtdq2ps %xmm0, %xmm0", 3.999}, Piece{"converted_and_widened", "vcvtps2pd %xmm0, %ymm0", 6.993},
                    Piece{"to_and_fro", "vmovd %xmm0, %eax; vmovd %eax, %xmm0", 3.99},
                    Piece{"a_wide_product", "vfmadd231ps %zmm0, %zmm0, %zmm0", 3.992}),
    name_of_piece);

// Measured as loops of six such pieces, an addition and a jump, without the two macro-ops of these.
INSTANTIATE_TEST_SUITE_P(
    SplitAtDispatch, RaptorCove,
    testing::Values(
        Piece{"three_nops",
              "vaddps (%rsi,%rax), %ymm0, %ymm1; nopl 64(%rax); nopl 64(%rax); nopl 64(%rax)",
              1.0},
        Piece{"five_nops",
              "vaddps (%rsi,%rax), %ymm0, %ymm1; nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 6"
              "4(%rax)",
              1.28},
        Piece{"six_nops",
              "vaddps (%rsi,%rax), %ymm0, %ymm1; nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 6"
              "4(%rax); nopl 64(%rax)",
              1.45},
        Piece{"seven_nops",
              "vaddps (%rsi,%rax), %ymm0, %ymm1; nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 6"
              "4(%rax); nopl 64(%rax); nopl 64(%rax)",
              1.94},
        Piece{"ten_nops",
              "vaddps (%rsi,%rax), %ymm0, %ymm1; nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 6"
              "4(%rax); nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 64(%rax)",
              2.02},
        Piece{"two_and_five_nops",
              "vaddps (%rsi,%rax), %ymm0, %ymm1; vaddps (%rdx,%rax), %ymm0, %ymm2; nopl 64(%rax); nopl 64(%rax); no"
              "pl 64(%rax); nopl 64(%rax); nopl 64(%rax)",
              1.95},
        Piece{"three_and_six_nops",
              "vaddps (%rsi,%rax), %ymm0, %ymm1; vaddps (%rdx,%rax), %ymm0, %ymm2; vaddps (%rdx,%rax), %ymm0, %ymm3"
              "; nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 64(%rax)",
              2.44},
        Piece{"that_stay_together",
              "addl (%rsi,%rax), %r13d; nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 64(%rax); nopl 64(%rax)",
              1.0}),
    name_of_piece);

} // namespace
} // namespace osaca::test
