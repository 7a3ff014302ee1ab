// The frame around timed code: what does not run need not be timed.
#include "measure/harness/timed_code.h"

#include "decode/decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace osaca::measure {
namespace {

/// From one place of the calibration code to another.
std::vector<Instruction> code_between(const TimedFrame &frame, std::size_t begin, std::size_t end) {
  const auto at = [&](std::size_t place) { return frame.calibration.begin() + static_cast<std::ptrdiff_t>(place); };
  const auto code = decode_block({at(begin), at(end)}, Isa::x86_64, {});
  EXPECT_TRUE(code) << code.error().text();
  return code ? code->instructions : std::vector<Instruction>();
}

bool is_addition(const Instruction &one) { return one.mnemonic.starts_with("add"); }

// Behind a label that was lost, the chain would stand in for its own canary, and nobody would ever seem to disturb it.
TEST(TimedFrame, TheCanaryIsNotTheChain) {
  const auto frame = make_frame({});
  ASSERT_TRUE(frame);
  ASSERT_GT(frame->canary, 0U);
  ASSERT_LT(frame->canary, frame->sentinel);
  const std::vector<Instruction> code = code_between(*frame, frame->canary, frame->sentinel);
  EXPECT_GE(code.size(), canary_unit_instructions);
  EXPECT_EQ(std::ranges::count_if(code, is_addition), 0);
}

TEST(TimedFrame, TheSentinelIsFiveChainsThatDoNotWaitForEachOther) {
  const auto frame = make_frame({});
  ASSERT_TRUE(frame);
  ASSERT_LT(frame->sentinel, frame->calibration.size());
  std::map<std::string, std::uint64_t> by_target;
  for (const Instruction &one : code_between(*frame, frame->sentinel, frame->calibration.size()))
    if (is_addition(one))
      ++by_target[one.text.substr(one.text.rfind('%'))];
  EXPECT_EQ(by_target.size(), sentinel_chains);
  EXPECT_FALSE(by_target.contains("%rcx")) << "what all of them add stays the same";
  for (const auto &[target, count] : by_target)
    EXPECT_EQ(count, sentinel_unit_additions / sentinel_chains) << target;
}

} // namespace
} // namespace osaca::measure
