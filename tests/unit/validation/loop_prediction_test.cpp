// What the predictions of measured loops are made of.
#include "measure/commands/loop_prediction.h"

#include "decode/decoder.h"
#include "osaca/analyze.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace osaca::measure {
namespace {

/// A loop of one line of code, 16 bytes after the beginning of a line.
std::string loop_in_mid_line() {
  std::string text = "\t.text\n\t.p2align 6\nf:\n";
  for (int i = 0; i < 4; ++i)
    text += "\tnopl 8(%rax)\n";
  text += "\t.p2align 4\n.L5:\n";
  for (int i = 0; i < 14; ++i)
    text += "\tnopl 8(%rax)\n";
  return text + "\tsubq $1, %rcx\n\tjne .L5\n\tret\n";
}

TEST(PlacedAsTimed, MovesLoopsToTheBeginningOfALine) {
  const std::string text = loop_in_mid_line();
  DecodeOptions options;
  options.isa = Isa::x86_64;
  const Expected<DecodedInput> input = decode_assembly(text, "loop.s", options);
  ASSERT_TRUE(input);
  ASSERT_EQ(input->kernels.size(), 1U);
  const std::string placed = placed_as_timed(text, input->kernels);
  EXPECT_EQ(std::ranges::count(placed, '\n'), std::ranges::count(text, '\n'));

  AnalyzeOptions analysis;
  analysis.archs = {"zen4"};
  const Expected<Report> report = analyze(placed, "loop.s", analysis);
  ASSERT_TRUE(report);
  const KernelReport *there = prediction_of(input->kernels[0], report);
  ASSERT_NE(there, nullptr);
  ASSERT_TRUE(there->placement);
  EXPECT_EQ(there->placement->boundary_bytes, 64);
  EXPECT_EQ(there->placement->bytes_past_boundary, 0);
}

TEST(PlacedAsTimed, LeavesTextWithoutLoopsAsItIs) {
  const std::string text = "\tnop\n\tret"; // no end of line
  EXPECT_EQ(placed_as_timed(text, {}), text);
  EXPECT_EQ(placed_as_timed("", {}), "");
}

} // namespace
} // namespace osaca::measure
