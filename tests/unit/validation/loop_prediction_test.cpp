#include "measure/commands/loop_prediction.h"

#include "decode/decoder.h"
#include "osaca/analyze.h"

#include <gtest/gtest.h>

namespace osaca::measure {
namespace {

/// Two sums of 17 elements for each of many columns.
const std::string sums_of_columns = R"(.globl f
f:
.L1:
	xorl %eax, %eax
	xorps %xmm0, %xmm0
	xorps %xmm1, %xmm1
.L2:
	addsd (%r14,%rax,8), %xmm1
	addsd -4096(%r14,%rax,8), %xmm0
	incq %rax
	cmpq $17, %rax
	jne .L2
	addsd %xmm1, %xmm0
	movsd %xmm0, (%rdi)
	addq $8, %rdi
	addq $136, %r14
	cmpq %rdi, %rsi
	jne .L1
	ret
)";

// By itself, the inner loop takes 4.02 cycles per iteration on an Ice Lake-SP, a chain of additions.
TEST(LoopPrediction, OfAMeasuredLoopIsThatOfALongRun) {
  const Kernel loop = [] {
    DecodeOptions options;
    options.isa = Isa::x86_64;
    return decode_assembly(sums_of_columns, "sums.s", options).value().kernels.front();
  }();
  AnalyzeOptions options;
  options.archs = {"icx"};
  const Expected<Report> report = analyze(sums_of_columns, "sums.s", options);
  const KernelReport *prediction = prediction_of(loop, report);
  ASSERT_NE(prediction, nullptr);
  EXPECT_LT(prediction->cycles_per_iteration.to_double(), 3.5) << "runs of 17 iterations overlap";
  EXPECT_NEAR(in_long_run(*prediction).cycles, 4.02, 0.1);
  EXPECT_EQ(in_long_run(*prediction).bound_by, BoundKind::loop_carried);
}

} // namespace
} // namespace osaca::measure
