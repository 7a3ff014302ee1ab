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

} // namespace
} // namespace osaca
