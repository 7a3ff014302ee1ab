// The frame around timed code: what does not run need not be timed.
#include "measure/harness/timed_code.h"

#include "decode/decoder.h"

#include <gtest/gtest.h>

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
  std::size_t empty = 0;
  for (const Instruction &one : code->instructions)
    empty += one.mnemonic.starts_with("nop") ? 1 : 0;
  EXPECT_GE(empty, canary_unit_instructions);
}

} // namespace
} // namespace osaca::measure
