// The frame around timed code: what does not run need not be timed.
#include "measure/harness/timed_code.h"

#include "decode/decoder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace osaca::measure {
namespace {

// Behind a label that was lost, the chain would stand in for its own canary, and nobody would ever seem to disturb it.
TEST(TimedFrame, TheCanaryIsNotTheChain) {
  const auto frame = make_frame({});
  ASSERT_TRUE(frame);
  ASSERT_GT(frame->canary, 0U);
  ASSERT_LT(frame->canary, frame->calibration.size());
  const std::vector<std::uint8_t> canary(frame->calibration.begin() + static_cast<std::ptrdiff_t>(frame->canary),
                                         frame->calibration.end());
  const auto code = decode_block(canary, Isa::x86_64, {});
  ASSERT_TRUE(code) << code.error().text();
  EXPECT_GE(code->instructions.size(), canary_unit_instructions);
  const auto additions = std::count_if(code->instructions.begin(), code->instructions.end(),
                                       [](const Instruction &one) { return one.mnemonic.starts_with("add"); });
  EXPECT_EQ(additions, 0);
}

} // namespace
} // namespace osaca::measure
