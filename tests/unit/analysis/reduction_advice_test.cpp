// What may be done about a chain depends on whether its operations may be performed in any order.
#include "advice_sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string chain_advice(const std::string &body, const std::string &arch = "zen4",
                         const std::string &rule = "osaca-lcd-bound") {
  return advice(report_of_text(body + "\n", arch), rule);
}

const std::string next_element = "\naddq $8, %rdi\ncmpq %rdi, %rsi\njne .Lloop";

// Several accumulators would compute another hash or another sequence of random numbers.
TEST(ReductionAdvice, HashesAndRandomNumbersAreNoReductions) {
  const auto is_recurrence = AllOf(HasSubstr("several independent inputs"), Not(HasSubstr("several independent acc")));
  const std::string fnv = "xorl (%rdi), %eax\nimull $16777619, %eax, %eax";
  const std::string murmur = "imull %ebx, %edx\nxorl (%rdi), %eax\nroll $13, %eax\nleal -430675100(%rax,%rax,4), %eax";
  const std::string times33 = "movq %rax, %rdx\nshlq $5, %rdx\naddq %rdx, %rax\naddq (%rdi), %rax";
  const std::string times5 = "leaq (%rax,%rax,4), %rax\naddq (%rdi), %rax";
  const std::string congruential = "imulq %rbx, %rax\naddq %rcx, %rax\nmovq %rax, (%rdi)";
  const std::string powers = "imulq %rbx, %rax\nmovq %rax, (%rdi)";
  const std::string xorshift = "movq %rax, %rdx\nshlq $13, %rdx\nxorq %rdx, %rax\nmovq %rax, %rdx\nshrq $7, %rdx\n"
                               "xorq %rdx, %rax\nmovq %rax, (%rdi)";
  const std::string mean = "addq (%rdi), %rax\nshrq %rax";
  const std::string ring = "addq (%rdi), %rax\nmovq %rax, %rdx\nsubq %rcx, %rdx\ncmpq %rcx, %rax\ncmovaeq %rdx, %rax";
  const std::string crc = "crc32q (%rdi), %rax";
  const std::string cipher = "vaesenc (%rdi), %xmm0, %xmm0";
  for (const std::string &body :
       {fnv, murmur, times33, times5, congruential, powers, xorshift, mean, ring, crc, cipher})
    EXPECT_THAT(chain_advice(body + next_element), is_recurrence) << body;
  EXPECT_THAT(chain_advice("ldr x1, [x0], #8\neor x2, x2, x1\nmadd x2, x2, x5, x6\ncmp x0, x7\nb.ne .Lloop", "n1"),
              is_recurrence);
}

TEST(ReductionAdvice, OneOperationInAnyOrderIsAReduction) {
  const std::string product = "imulq (%rdi), %rax";
  const std::string greatest = "movq (%rdi), %rdx\ncmpq %rdx, %rax\ncmovl %rdx, %rax";
  const std::string counted_products = "movq %rax, %rdx\nimulq (%rdi), %rdx\ntestq %rbx, %rbx\ncmovneq %rdx, %rax";
  const std::string dots = "vmovdqu (%rdi), %ymm1\nvpdpbusd %ymm1, %ymm2, %ymm3";
  const std::string products_of_vectors = "vpmulld (%rdi), %ymm0, %ymm0";
  for (const std::string &body : {product, greatest, counted_products, dots, products_of_vectors})
    EXPECT_THAT(chain_advice(body + next_element), HasSubstr("several independent accumulators")) << body;
  EXPECT_THAT(chain_advice("ldr w1, [x0], #4\nmul w2, w2, w1\ncmp x0, x7\nb.ne .Lloop", "n1"),
              HasSubstr("several independent accumulators"));
}

// GCC 12 and Clang 19 vectorise a maximum with these two options, and not with those for sums.
TEST(ReductionAdvice, AMaximumDependsOnNanAndZerosAndNotOnTheOrder) {
  const auto is_about_extremes = AllOf(HasSubstr("-ffinite-math-only and -fno-signed-zeros"),
                                       Not(HasSubstr("associative")), Not(HasSubstr("trapping")));
  EXPECT_THAT(chain_advice("vmaxsd (%rdi), %xmm0, %xmm0" + next_element), is_about_extremes);
  EXPECT_THAT(chain_advice("vmaxsd (%rdi), %xmm0, %xmm0" + next_element, "zen4", "osaca-scalar-code"),
              HasSubstr("-O3"));
  EXPECT_THAT(chain_advice("ldr d1, [x0], #8\nfmaxnm d0, d0, d1\ncmp x0, x1\nb.ne .Lloop", "n1"), is_about_extremes);
  EXPECT_THAT(chain_advice("ldr d1, [x0], #8\nfcmpe d0, d1\nfcsel d0, d0, d1, gt\ncmp x0, x1\nb.ne .Lloop", "n1"),
              is_about_extremes);
}

// With -ffast-math, GCC 12 keeps the chain, and Clang 19 keeps the divisions.
TEST(ReductionAdvice, DivisionsAreCombined) {
  for (const char *body : {"divsd (%rdi), %xmm0", "vdivsd (%rdi), %xmm0, %xmm0"}) {
    EXPECT_THAT(chain_advice(body + next_element),
                AllOf(HasSubstr("divide by the product once"), Not(HasSubstr("accumulators"))))
        << body;
    EXPECT_EQ(chain_advice(body + next_element, "zen4", "osaca-scalar-code"), "no osaca-scalar-code") << body;
  }
  EXPECT_THAT(chain_advice("ldr d1, [x0], #8\nfdiv d0, d0, d1\ncmp x0, x1\nb.ne .Lloop", "n1"),
              HasSubstr("divide by the product once"));
}

TEST(ReductionAdvice, ADivisionByTheSameNumberIsAMultiplication) {
  EXPECT_THAT(chain_advice("divsd %xmm1, %xmm0" + next_element), HasSubstr("reciprocal"));
}

TEST(ReductionAdvice, AReversedOperationIsNoReduction) {
  const auto is_recurrence =
      AllOf(HasSubstr("several steps"), Not(HasSubstr("accumulators")), Not(HasSubstr("-ffast")));
  const std::string divided = "movapd %xmm0, %xmm1\nmovsd (%rdi), %xmm0\ndivsd %xmm1, %xmm0";
  const std::string subtracted = "movapd %xmm0, %xmm1\nmovsd (%rdi), %xmm0\nsubsd %xmm1, %xmm0";
  const std::string of_product = "vmovsd (%rdi), %xmm1\nvfmsub231sd %xmm2, %xmm1, %xmm0";
  for (const std::string &body : {divided, subtracted, of_product}) {
    EXPECT_THAT(chain_advice(body + next_element), is_recurrence) << body;
    EXPECT_EQ(chain_advice(body + next_element, "zen4", "osaca-scalar-code"), "no osaca-scalar-code") << body;
  }
  EXPECT_THAT(chain_advice("ldr d1, [x0], #8\nfsub d0, d1, d0\ncmp x0, x1\nb.ne .Lloop", "n1"), is_recurrence);
  EXPECT_THAT(chain_advice("subsd (%rdi), %xmm0" + next_element), HasSubstr("accumulators"))
      << "a sum of negated numbers";
  EXPECT_THAT(chain_advice("vmovsd (%rdi), %xmm1\nvfnmadd231sd %xmm2, %xmm1, %xmm0" + next_element),
              HasSubstr("accumulators"))
      << "likewise";
}

TEST(ReductionAdvice, RootsAndSquaresAreNoReductions) {
  for (const char *body : {"sqrtsd %xmm0, %xmm0", "vmulsd %xmm0, %xmm0, %xmm0"})
    EXPECT_THAT(chain_advice(body + next_element),
                AllOf(HasSubstr("several independent inputs"), Not(HasSubstr("-ffast"))))
        << body;
}

// out[i] = sum += a[i]: with -ffast-math too, GCC 12 and Clang 19 compute one sum after the other.
TEST(ReductionAdvice, RunningTotalsNeedEachSum) {
  const auto is_recurrence = AllOf(HasSubstr("several steps"), Not(HasSubstr("-ffast")));
  const std::string sums = "addsd (%rdi), %xmm0\nmovsd %xmm0, (%rdi)";
  const std::string largest = "maxsd (%rdi), %xmm0\nmovsd %xmm0, (%rdi)";
  for (const std::string &body : {sums, largest}) {
    EXPECT_THAT(chain_advice(body + next_element), is_recurrence) << body;
    EXPECT_EQ(chain_advice(body + next_element, "zen4", "osaca-scalar-code"), "no osaca-scalar-code") << body;
  }
  EXPECT_THAT(chain_advice("imulq (%rdi), %rax\nmovq %rax, (%rdi)" + next_element), is_recurrence);
}

// GCC 12 and Clang 19 vectorise none of these with -ffast-math.
TEST(ReductionAdvice, AValueThatIsUsedInEachIterationIsNoReduction) {
  const std::string sum_of_sums = "addsd (%rdi), %xmm0\naddsd %xmm0, %xmm1";
  const std::string doubled = "addsd (%rdi), %xmm0\nmovapd %xmm0, %xmm1\naddsd %xmm1, %xmm1\nmovsd %xmm1, (%rdi)";
  const std::string limited = "addsd (%rdi), %xmm0\ncomisd %xmm2, %xmm0\nja .Lfound";
  for (const std::string &body : {sum_of_sums, doubled, limited}) {
    EXPECT_THAT(chain_advice(body + next_element), AllOf(HasSubstr("several steps"), Not(HasSubstr("-ffast")))) << body;
    EXPECT_THAT(chain_advice(body + next_element, "zen4", "osaca-scalar-code"), Not(HasSubstr("-ffast"))) << body;
  }
  const std::string position = "movsd (%rdi), %xmm1\ncomisd %xmm0, %xmm1\nmaxsd %xmm0, %xmm1\ncmova %edi, %edx\n"
                               "movapd %xmm1, %xmm0";
  EXPECT_THAT(chain_advice(position + next_element),
              AllOf(HasSubstr("several independent accumulators"), Not(HasSubstr("-f"))));
  EXPECT_THAT(chain_advice("addsd (%rdi), %xmm0\nmovapd %xmm0, %xmm1" + next_element), HasSubstr("-ffast-math"))
      << "a copy for the code after the loop";
}

TEST(ReductionAdvice, NoOptionSplitsASumInALoopThatDataEnds) {
  const auto is_without_options = AllOf(HasSubstr("several independent accumulators"), Not(HasSubstr("-ffast")));
  const std::string of_list =
      "addsd 8(%rdi), %xmm0\naddsd 16(%rdi), %xmm0\nmovq (%rdi), %rdi\ntestq %rdi, %rdi\njne .Lloop";
  const std::string until_zero = "movsd (%rdi), %xmm1\nucomisd %xmm2, %xmm1\nje .Lfound\naddsd %xmm1, %xmm0";
  const std::string with_call = "call f\naddsd (%rdi), %xmm0\naddsd 8(%rdi), %xmm0\naddsd 16(%rdi), %xmm0\n"
                                "addsd 24(%rdi), %xmm0\naddq $32, %rdi\ncmpq %rdi, %rsi\njne .Lloop\nret\nf:\nret";
  EXPECT_THAT(chain_advice(of_list), is_without_options);
  EXPECT_THAT(chain_advice(until_zero + next_element), is_without_options);
  EXPECT_THAT(chain_advice(with_call), is_without_options);
}

TEST(ReductionAdvice, NoOptionSplitsASumOfLongDoubles) {
  EXPECT_THAT(chain_advice("fldt (%rdi)\nfaddp %st, %st(1)" + next_element),
              AllOf(HasSubstr("several independent accumulators"), Not(HasSubstr("-ffast"))));
}

} // namespace
} // namespace osaca
