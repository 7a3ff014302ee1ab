// Small pieces of code that each show one mechanism, measured on an Emerald Rapids (a Xeon of family 6, model 207) and
// held against its model, the simulation included.
//
// Measured in user space without counters: each unrolled to about 500 and about 1,000 instructions, time stamp counter
// against a chain of additions; the median of three processes, or the lowest of three passes minutes apart.
#include "kernel_file.h"

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
  const auto cycles = cycles_of_copies(GetParam().body, copies, "emeraldrapids");
  ASSERT_TRUE(cycles);
  EXPECT_NEAR(*cycles / copies, GetParam().cycles, GetParam().tolerance * GetParam().cycles);
}

constexpr auto name_of_piece = [](const testing::TestParamInfo<Piece> &instance) {
  return std::string(instance.param.name);
};

INSTANTIATE_TEST_SUITE_P(
    AdditionsAtRename, RaptorCove,
    testing::Values(Piece{"a_constant", "add $1, %rax; nopl 0(%rax)", 0.335},
                    Piece{"a_large_one", "add $1024, %rax", 0.998}, Piece{"of_32_bits", "add $1, %eax", 0.999},
                    Piece{"lea", "lea 1(%rax), %rax; nopl 0(%rax)", 0.335},
                    Piece{"then_an_addition", "add $1, %rax; add %rbx, %rax", 1.0},
                    Piece{"then_a_shift", "inc %rax; shl $1, %rax", 2.99},
                    Piece{"then_a_rotation", "lea 1(%rax), %rax; shl $1, %rax", 2.99},
                    Piece{"then_a_swap", "inc %rax; bswap %rax", 3.97},
                    Piece{"then_a_multiplication", "add $1, %rax; imul %rbx, %rax", 2.99},
                    Piece{"then_a_load", "incq %rdi; movq -1(%rdi), %rdi", 4.99},
                    Piece{"done_before_a_shift", "lea 64(%rbx), %rdi; shl $4, %rdi", 0.998},
                    Piece{"done_before_a_rotation", "lea 64(%rbx), %rdi; rorx $4, %rdi, %rcx", 0.997},
                    Piece{"of_64", "add $64, %rdx", 0.283}, Piece{"subtracted", "sub $64, %rdx", 0.282},
                    Piece{"of_127", "add $127, %rax", 0.315}, Piece{"of_232", "add $232, %rax", 0.417},
                    Piece{"of_1000", "add $1000, %rax", 0.506}, Piece{"of_minus_1024", "add $-1024, %rax", 0.527},
                    Piece{"not_before_others", "lea 64(%rbx), %rdi; and $-16, %rdi", 0.347}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    AdditionsOfFloatingPoint, RaptorCove,
    testing::Values(Piece{"behind_each_other", "vaddpd %ymm1, %ymm0, %ymm0", 1.996},
                    Piece{"scalar", "addsd %xmm1, %xmm0", 1.996}, Piece{"wide", "vaddpd %zmm1, %zmm0, %zmm0", 3.499},
                    Piece{"behind_a_product", "vaddpd %ymm1, %ymm0, %ymm0; vmulpd %ymm2, %ymm0, %ymm0", 6.989},
                    Piece{"one_of_two",
                          "vmulpd %ymm2, %ymm0, %ymm0; vaddpd %ymm1, %ymm0, %ymm0; vaddpd %ymm3, %ymm0, %ymm0", 8.989},
                    Piece{"from_memory", "vaddpd (%rdi), %ymm0, %ymm0", 1.997},
                    Piece{"fused", "vfmadd231pd %ymm1, %ymm2, %ymm0", 3.997},
                    Piece{"behind_a_fused", "vfmadd231pd %ymm1, %ymm2, %ymm0; vaddpd %ymm3, %ymm0, %ymm0", 6.992}),
    name_of_piece);

#define NINE_NOPS                                                                                                      \
  ";nopl 8(%rax);nopl 8(%rax);nopl 8(%rax);nopl 8(%rax);nopl 8(%rax);nopl 8(%rax);nopl 8(%rax);nopl 8(%rax);nopl "     \
  "8(%rax)"

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
    testing::Values(
        Piece{"three_and_one", "movq %rcx, (%rdi); movq %rcx, 8(%rdi); movq %rcx, 16(%rdi); movq %rcx, 64(%rdi)",
              3.002},
        Piece{"two_and_two", "movq %rcx, (%rdi); movq %rcx, 8(%rdi); movq %rcx, 64(%rdi); movq %rcx, 72(%rdi)", 1.970},
        Piece{"three_and_two",
              "movq %rcx, (%rdi); movq %rcx, 8(%rdi); movq %rcx, 16(%rdi); movq %rcx, 64(%rdi); movq %rcx, 72(%rdi)",
              3.002}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(PartsOfRegisters, RaptorCove,
                         testing::Values(Piece{"a_byte_is_loaded", "movb (%rdi), %al", 0.999},
                                         Piece{"an_integer_is_converted", "cvtsi2sd %eax, %xmm0", 3.993},
                                         Piece{"one_is_converted", "vcvtsi2sd %eax, %xmm0, %xmm0", 3.994},
                                         Piece{"a_float_is_converted", "cvtss2sd %xmm1, %xmm0", 3.994}),
                         name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    StoreToLoad, RaptorCove,
    testing::Values(
        Piece{"renamed", "addq %rbx, %rax; movq %rax, 8(%rdi); movq 8(%rdi), %rax", 1.0},
        Piece{"with_an_index", "addq %rbx, %rax; movq %rax, 8(%rdi,%rcx); movq 8(%rdi,%rcx), %rax", 7.3},
        Piece{"with_an_index_passed_on", "mov %rax, (%rdi,%rcx); mov (%rdi,%rcx), %rax", 4.989},
        Piece{"a_constant_in_place", "addl $1, 4(%rdi)", 1.0}, Piece{"a_register_in_place", "addq %rax, 8(%rdi)", 7.37},
        Piece{"push_and_pop", "pushq %rax; popq %rbx; addq %rcx, %rbx; movq %rbx, %rax", 0.99},
        Piece{"vectors", "vmovsd %xmm0, 8(%rdi); vmulsd 8(%rdi), %xmm1, %xmm0", 9.03},
        Piece{"wide_vectors", "vmovups %ymm0, 32(%rdi); vmulps 32(%rdi), %ymm1, %ymm0", 10.03},
        Piece{"passed_on", "movups %xmm0, (%rdi); movups (%rdi), %xmm0", 7.38},
        Piece{"wide_passed_on", "vmovups %ymm0, (%rdi); vmovups (%rdi), %ymm0", 8.04},
        Piece{"passed_on_twice", "movdqu (%rsi), %xmm8; movdqu %xmm8, (%rsi)", 7.37},
        Piece{"changed_on_the_way", "movups %xmm0, (%rdi); movups (%rdi), %xmm0; vaddps %xmm1, %xmm0, %xmm0", 8.15},
        Piece{"a_byte", "movb %al, (%rdi); movb (%rdi), %al", 0.997},
        Piece{"wider_than_stored", "movl %eax, (%rdi); movq (%rdi), %rax", 19.99},
        Piece{"wider_without_a_chain", "movb $1, (%rax); movq (%rax), %r12", 0.852},
        Piece{"a_long_without_a_chain", "movw %cx, (%rbx); movl (%rbx), %eax", 0.852},
        Piece{"wider_and_displaced", "movq %rcx, 4(%rbx); movq (%rbx), %rax", 14.98, 0.3},
        Piece{"from_two_parts", "movl %eax, (%rdi); movb %bl, 4(%rdi); movq (%rdi), %rax", 17.99, 0.1},
        Piece{"from_two_words", "mov %rax, (%rdi); mov %rbx, 8(%rdi); vmovups (%rdi), %xmm0; vmovq %xmm0, %rax", 20.99,
              0.1},
        Piece{"a_byte_within", "movq %rax, (%rdi); movzbl 3(%rdi), %eax", 5.004},
        Piece{"the_upper_half", "movq %rax, (%rdi); movl 4(%rdi), %eax", 4.997},
        Piece{"incremented", "incq 40(%rax)", 1.054}, Piece{"decremented", "decq 40(%rax)", 1.05},
        Piece{"incremented_in_three_bytes", "incq (%rax)", 7.276},
        Piece{"a_constant_of_32_bits", "addq $1000, (%rdi)", 1.053}, Piece{"locked", "lock subl $1, 48(%rdx)", 18.0},
        Piece{"locked_behind_a_store", "movq $0, (%rdi); lock subl $1, 48(%rdx)", 25.01},
        Piece{"exchanged", "xchgq %rbx, (%r10)", 16.99}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    LoadsAndStores, RaptorCove,
    testing::Values(Piece{"one_place", "movl (%rdi), %eax", 0.503},
                    Piece{"two_words", "movl (%rdi), %eax; movl 4(%rdi), %ebx", 0.661},
                    Piece{"bytes_of_a_word", "movzbl (%rdi), %eax; movzbl 1(%rdi), %ebx; movzbl 2(%rdi), %ecx", 1.512},
                    Piece{"overlapping", "vmovups (%rdi), %ymm0; vmovups 16(%rdi), %ymm1; vmovups 8(%rdi), %ymm2",
                          1.512},
                    Piece{"of_512_bits", "vmovups (%rdi), %zmm0; vmovups 64(%rdi), %zmm1", 0.995},
                    Piece{"across_lines", "mov 60(%rdi), %rax; mov 124(%rdi), %rbx", 2.124, 0.27},
                    Piece{"stores_of_a_line", "mov %rax, (%rdi); mov %rbx, 8(%rdi)", 0.993},
                    Piece{"stores_of_two_lines", "mov %rax, (%rdi); mov %rbx, 64(%rdi)", 1.996},
                    Piece{"a_store_across_lines", "mov %rax, 60(%rdi)", 2.001}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    BoundPorts, RaptorCove,
    testing::Values(
        Piece{"four_chains", "add %r9, %rax; add %r9, %rbx; add %r9, %rcx; add %r9, %rdx", 1.165},
        Piece{"five_chains", "add %r9, %rax; add %r9, %rbx; add %r9, %rcx; add %r9, %rdx; add %r9, %rsi", 1.20},
        Piece{"six_chains", "add %r9, %rax; add %r9, %rbx; add %r9, %rcx; add %r9, %rdx; add %r9, %rsi; add %r9, %r8",
              1.50, 0.15},
        Piece{"six_tests",
              "test %rax, %rax; test %rbx, %rbx; test %rcx, %rcx; test %rdx, %rdx; test %rsi, %rsi; test %r8, %r8",
              1.193},
        Piece{"shifts_and_chains", "shl $1, %rax; shl $1, %rbx; add %r9, %rcx; add %r9, %rdx; add %r9, %rsi", 1.377,
              0.16},
        Piece{"four_chains_of_vectors",
              "vpaddd %ymm0, %ymm1, %ymm1; vpaddd %ymm0, %ymm2, %ymm2; vpaddd %ymm0, %ymm3, %ymm3; vpaddd %ymm0, "
              "%ymm4, %ymm4",
              1.325}),
    name_of_piece);

// A store, and an operation that reads its place: some are renamed and take no longer than with a register.
INSTANTIATE_TEST_SUITE_P(
    LoadsOfWhatWasStored, RaptorCove,
    testing::Values(
        Piece{"sub_of_bytes", "mov %dl, (%rdi); sub (%rdi), %dl", 0.95},
        Piece{"xor", "mov %edx, (%rdi); xor (%rdi), %edx", 1.00},
        Piece{"imul_by_a_constant", "mov %edx, (%rdi); imul $3, (%rdi), %edx", 2.99},
        Piece{"bsf", "mov %edx, (%rdi); bsf (%rdi), %edx", 2.97},
        Piece{"crc32", "mov %rdx, (%rdi); crc32q (%rdi), %rdx", 2.99},
        Piece{"bt", "mov %edx, (%rdi); btl $3, (%rdi); sbb %edx, %edx", 2.00},
        Piece{"cmp_with_a_constant", "mov %edx, (%rdi); cmpl $3, (%rdi); sbb %edx, %edx", 1.99},
        Piece{"adc", "mov %edx, (%rdi); adc (%rdi), %edx", 6.90},
        Piece{"cmov", "mov %edx, (%rdi); cmovs (%rdi), %edx", 6.90},
        Piece{"shlx", "mov %edx, (%rdi); shlx %r8d, (%rdi), %edx", 7.28},
        Piece{"rorx", "mov %edx, (%rdi); rorx $3, (%rdi), %edx", 7.23},
        Piece{"andn", "mov %edx, (%rdi); andn (%rdi), %r8d, %edx", 7.33},
        Piece{"pext", "mov %edx, (%rdi); pext (%rdi), %r8d, %edx", 8.00},
        Piece{"andn_and_two", "mov %rdx, (%rdi); andn (%rdi), %r8, %rdx; not %rdx; not %rdx", 8.21},
        Piece{"andn_and_three", "mov %rdx, (%rdi); andn (%rdi), %r8, %rdx; not %rdx; not %rdx; not %rdx", 9.00},
        Piece{"andn_and_five",
              "mov %rdx, (%rdi); andn (%rdi), %r8, %rdx; not %rdx; not %rdx; not %rdx; not %rdx; not %rdx", 10.99}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(Operands, RaptorCove,
                         testing::Values(Piece{"a_scaled_index", "lea (%rax,%rbx,4), %rax", 1.996},
                                         Piece{"an_index", "lea 1(%rax,%rbx), %rax", 0.999},
                                         Piece{"scaled_indices_and_shifts",
                                               "leaq (%rax,%rbx,2), %rcx; leaq (%rax,%rbx,2), %rdx; leaq "
                                               "(%rax,%rbx,2), %rsi; shlxq %rax, %r8, %r9; shlxq %rax, %r8, %r10",
                                               1.665},
                                         Piece{"a_high_byte", "testb $1, %ah", 0.989},
                                         Piece{"a_high_byte_and_a_product", "testb $1, %ah; imulq $3, %r8, %r9", 1.996},
                                         Piece{"equal", "cmove %r9, %rax", 0.998}),
                         name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    OneRegister, RaptorCove,
    testing::Values(
        Piece{"a_shift_of_two", "shldl $13, %ebx, %eax", 2.996}, Piece{"a_rotation", "shldl $13, %eax, %eax", 0.999},
        Piece{"of_64_bits", "shldq $56, %rdx, %rdx", 0.999}, Piece{"to_the_right", "shrdq $7, %rdx, %rdx", 0.998},
        Piece{"four_rotations",
              "shldl $13, %eax, %eax; shldl $13, %ebx, %ebx; shldl $13, %ecx, %ecx; shldl $13, %edx, %edx", 1.996},
        Piece{"beside_products", "shldl $13, %eax, %eax; imul %r9d, %r8d; shldl $13, %ebx, %ebx; imul %r9d, %r10d",
              2.996},
        Piece{"a_word_is_swapped", "movbew (%rsi), %dx", 0.999},
        Piece{"and_stored", "movbew (%rsi), %dx; movw %dx, 64(%rdi)", 0.994},
        Piece{"a_long", "movbel (%rsi), %edx", 0.999}, Piece{"the_high_half", "mul %rcx; mov %rdx, %rax", 3.996},
        Piece{"the_low_half", "mul %rcx", 2.996}, Piece{"the_high_half_apart", "mulx %rcx, %rbx, %rdx", 3.996},
        Piece{"both_halves", "mulx %rcx, %rax, %rbx; xor %rax, %rbx; mov %rbx, %rdx", 4.994},
        Piece{"masks_to_bytes", "vpmovm2b %k0, %xmm9; vpmovm2b %k1, %xmm10", 2.998},
        Piece{"masks_to_wide_bytes", "vpmovm2b %k0, %ymm9", 2.996},
        Piece{"masks_to_doublewords", "vpcmpnleud %ymm0, %ymm7, %k0; vpmovm2d %k0, %ymm9", 0.998},
        Piece{"elements_from_memory", "pinsrb $1, (%rdi), %xmm0", 0.998},
        Piece{"of_two_registers", "vpinsrb $1, (%rdi), %xmm0, %xmm1; vpinsrb $1, (%rdi), %xmm0, %xmm2", 1.884}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    HighBytes, RaptorCove,
    testing::Values(Piece{"zero_extended", "movzbl %ah, %eax", 2.995},
                    Piece{"to_another", "movzbl %ah, %ecx; movl %ecx, %eax", 2.997},
                    Piece{"of_three", "movzbl %ah, %ecx; movzbl %bh, %edx; movzbl %dh, %esi", 3.002},
                    Piece{"in_a_table", "movzbl %ah, %ecx; xorl (%rdi,%rcx,4), %eax", 8.983},
                    Piece{"changed", "orb $1, %ah", 2.997}, Piece{"added_to", "addb $1, %ah", 2.997},
                    Piece{"masked", "andb $2, %ch", 2.997}, Piece{"moved", "movb %ah, %cl", 2.998},
                    Piece{"tested", "testb $1, %ah", 0.998},
                    Piece{"a_low_byte", "movzbl %dl, %eax; movl %eax, %edx", 0.334}),
    name_of_piece);

#define BETWEEN(loads) "movq 8(%rcx), %rdi;" loads "movq 16(%rcx), %rcx"

// Two loads of the chain's address share a port if a multiple of three loads lies between them.
INSTANTIATE_TEST_SUITE_P(
    LoadsInTurn, RaptorCove,
    testing::Values(Piece{"one", BETWEEN("movq 696(%r8), %rsi;"), 4.97},
                    Piece{"two", BETWEEN("movq 696(%r8), %rsi; movq 704(%r8), %rsi;"), 5.84},
                    Piece{"three", BETWEEN("movq 696(%r8), %rsi; movq 704(%r8), %rsi; movq 712(%r8), %rsi;"), 5.02},
                    Piece{"two_vectors", BETWEEN("vmovups 704(%r8), %zmm0; vmovups 704(%r8), %zmm1;"), 6.03},
                    Piece{"three_vectors",
                          BETWEEN("vmovups 704(%r8), %zmm0; vmovups 704(%r8), %zmm1; vmovups 768(%r8), %zmm1;"), 5.04},
                    Piece{"operations", BETWEEN("addl 704(%r8), %esi; cmpl $3, 704(%r8);"), 5.99},
                    Piece{"in_place", BETWEEN("addq $1, 696(%r8); addq $1, 728(%r8);"), 6.09},
                    Piece{"stores", BETWEEN("movq %rax, 696(%r8); movq %rax, 704(%r8);"), 5.02},
                    Piece{"a_renamed_one", BETWEEN("movq %rax, 696(%r8); movq 696(%r8), %rsi; movq 696(%r8), %rsi;"),
                          6.06}),
    name_of_piece);

// Values that change between P0 and P5. Either port can be first, so the times of pairs scatter.
INSTANTIATE_TEST_SUITE_P(
    WideBypasses, RaptorCove,
    testing::Values(Piece{"a_sum_to_a_product", "vpaddd %zmm1, %zmm2, %zmm4; vmulps %zmm4, %zmm0, %zmm0", 4.51},
                    Piece{"a_product_to_a_sum", "vmulps %zmm1, %zmm2, %zmm4; vpaddd %zmm4, %zmm0, %zmm0", 2.95},
                    Piece{"a_product_to_a_shift", "vmulps %zmm1, %zmm2, %zmm4; vpsllvd %zmm4, %zmm0, %zmm0", 4.00},
                    Piece{"around", "vpaddd %zmm1, %zmm0, %zmm0; vmulps %zmm1, %zmm0, %zmm0", 7.7},
                    Piece{"two_sums",
                          "vpaddd %zmm1, %zmm0, %zmm0; vpaddd %zmm1, %zmm0, %zmm0; vmulps %zmm1, %zmm0, %zmm0", 8.49},
                    Piece{"two_products",
                          "vpaddd %zmm1, %zmm0, %zmm0; vmulps %zmm1, %zmm0, %zmm0; vmulps %zmm1, %zmm0, %zmm0", 11.47},
                    Piece{"a_shift", "vpslld $2, %zmm0, %zmm0; vmulps %zmm1, %zmm0, %zmm0", 8.86},
                    Piece{"a_shuffle", "vpermd %zmm1, %zmm0, %zmm0; vmulps %zmm1, %zmm0, %zmm0", 7.06},
                    Piece{"a_shuffle_beside", "vmulps %zmm1, %zmm2, %zmm4; vunpcklps %zmm4, %zmm0, %zmm0", 2.00},
                    Piece{"a_shuffle_of_sums", "vaddps %zmm1, %zmm0, %zmm0; vunpcklps %zmm1, %zmm0, %zmm0", 4.96},
                    Piece{"integer_products", "vpmullw %zmm1, %zmm2, %zmm4; vpaddd %zmm4, %zmm0, %zmm0", 2.97},
                    Piece{"integer_products_around", "vpmullw %zmm1, %zmm0, %zmm0; vpaddd %zmm1, %zmm0, %zmm0", 7.12},
                    Piece{"an_addition", "vpmaxsd %zmm1, %zmm0, %zmm0; vaddps %zmm1, %zmm0, %zmm0", 4.20}),
    name_of_piece);

#define THREE(operation) ";" operation "2;" operation "5;" operation "7"

INSTANTIATE_TEST_SUITE_P(
    WideVectors, RaptorCove,
    testing::Values(Piece{"a_load_beside", "vmovdqu64 (%rsi), %zmm4" THREE("vpaddb %ymm1, %ymm3, %ymm"), 1.497},
                    Piece{"a_store_beside", "vmovdqu64 %zmm4, (%rsi)" THREE("vpaddb %ymm1, %ymm3, %ymm"), 1.499},
                    Piece{"a_load_beside_products", "vmovdqu64 (%rsi), %zmm4" THREE("vmulps %xmm1, %xmm3, %xmm"),
                          1.497},
                    Piece{"a_narrow_load_beside", "vmovdqu 64(%rdi), %ymm0" THREE("vpaddb %ymm1, %ymm3, %ymm"), 0.994},
                    Piece{"sums_beside",
                          "vpaddd %zmm6, %zmm6, %zmm7; vaddss %xmm1, %xmm8, %xmm0" THREE("vaddss %xmm1, %xmm8, %xmm")
                              THREE("vaddss %xmm1, %xmm8, %xmm1") "; vaddss %xmm1, %xmm8, %xmm3",
                          4.494}),
    name_of_piece);

// Of 256 bits 4.35 loads, operations and stores in a cycle, of 512 bits 3.2, of 128 bits as many as the ports take.
INSTANTIATE_TEST_SUITE_P(
    VectorRates, RaptorCove,
    testing::Values(
        Piece{"one_of_each", "vmovdqu (%rsi), %ymm4; vpaddb %ymm1, %ymm3, %ymm2; vmovdqu %ymm0, 64(%rdi)", 0.705},
        Piece{"two_loads",
              "vmovdqu (%rsi), %ymm4; vmovdqu 32(%rsi), %ymm6; vpaddb %ymm1, %ymm3, %ymm2; vpaddb %ymm1, %ymm3, %ymm5",
              0.916},
        Piece{"two_two_and_one",
              "vmovdqu (%rsi), %ymm4; vmovdqu 32(%rsi), %ymm6; vpaddb %ymm1, %ymm3, %ymm2; vpaddb %ymm1, %ymm3, %ymm5; "
              "vmovdqu %ymm0, 64(%rdi)",
              1.065},
        Piece{"two_three_and_one",
              "vmovdqu (%rsi), %ymm4; vmovdqu 32(%rsi), %ymm6" THREE(
                  "vpaddb %ymm1, %ymm3, %ymm") "; vmovdqu %ymm0, 64(%rdi)",
              1.335},
        Piece{"one_three_and_one",
              "vmovdqu 64(%rdi), %ymm0" THREE("vpaddb %ymm1, %ymm3, %ymm") "; vmovdqu %ymm10, 128(%rdi)", 1.183},
        Piece{"with_the_load_inside",
              "vpaddb 64(%rsi), %ymm1, %ymm2; vmovdqu %ymm2, 128(%rdi); vpaddb 96(%rsi), %ymm1, %ymm3; vmovdqu %ymm3, "
              "160(%rdi)",
              1.349},
        Piece{"narrow",
              "vmovdqu (%rsi), %xmm4; vmovdqu 16(%rsi), %xmm6; vpaddb %xmm1, %xmm3, %xmm2; vpaddb %xmm1, %xmm3, %xmm5; "
              "vmovdqu %xmm0, 64(%rdi)",
              0.842},
        Piece{"wide",
              "vmovdqu64 (%rsi), %zmm4; vmovdqu64 64(%rsi), %zmm6; vpaddb %zmm1, %zmm3, %zmm2; vpaddb %zmm1, %zmm3, "
              "%zmm5",
              1.254},
        Piece{"wide_one_two_and_one",
              "vmovdqu64 (%rsi), %zmm4; vpaddb %zmm1, %zmm3, %zmm2; vpaddb %zmm1, %zmm3, %zmm5; vmovdqu64 %zmm0, "
              "128(%rdi)",
              1.213},
        Piece{"wide_two_three_and_one",
              "vmovdqu64 (%rsi), %zmm4; vmovdqu64 64(%rsi), %zmm6" THREE(
                  "vpaddb %zmm1, %zmm3, %zmm") "; vmovdqu64 %zmm0, 128(%rdi)",
              1.806}),
    name_of_piece);

INSTANTIATE_TEST_SUITE_P(
    BetweenUnits, RaptorCove,
    testing::Values(
        Piece{"a_product_beside_a_sum", "vaddps %xmm1, %xmm2, %xmm4; vmulps %xmm4, %xmm0, %xmm0", 4.994},
        Piece{"behind_a_move", "vaddsd %xmm1, %xmm2, %xmm4; vmovaps %xmm4, %xmm6; vmulsd %xmm6, %xmm0, %xmm0", 4.99},
        Piece{"a_shuffle_beside_a_sum", "vaddps %xmm1, %xmm2, %xmm4; vshufps $1, %xmm4, %xmm0, %xmm0", 2.08},
        Piece{"a_product_beside_integers", "vpaddd %xmm1, %xmm2, %xmm4; vmulps %xmm4, %xmm0, %xmm0", 4.99},
        Piece{"a_product_beside_vandps", "vandps %xmm1, %xmm2, %xmm4; vmulps %xmm4, %xmm0, %xmm0", 3.991},
        Piece{"a_sum_beside_integers", "vpaddd %xmm1, %xmm2, %xmm4; vaddps %xmm4, %xmm0, %xmm0", 1.998},
        Piece{"integers_beside_a_product", "vmulps %xmm1, %xmm2, %xmm4; vpmaxsd %xmm4, %xmm0, %xmm0", 2.0},
        Piece{"a_product_with_its_complement",
              "vmulsd %xmm3, %xmm0, %xmm1; vsubsd %xmm0, %xmm2, %xmm0; vmulsd %xmm0, %xmm1, %xmm0", 9.003},
        Piece{"converted", "vcvtdq2ps %xmm0, %xmm0", 3.999},
        Piece{"converted_and_widened", "vcvtps2pd %xmm0, %ymm0", 6.993},
        Piece{"to_and_fro", "vmovd %xmm0, %eax; vmovd %eax, %xmm0", 3.99},
        Piece{"a_wide_product", "vfmadd231ps %zmm0, %zmm0, %zmm0", 3.992}),
    name_of_piece);

// Measured as loops of six such pieces, an addition and a jump, without the two macro-ops of these.
INSTANTIATE_TEST_SUITE_P(
    SplitAtDispatch, RaptorCove,
    testing::Values(
        Piece{"three_nops", "vaddps (%rsi,%rax), %ymm0, %ymm1; nopl 64(%rax); nopl 64(%rax); nopl 64(%rax)", 1.0},
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
