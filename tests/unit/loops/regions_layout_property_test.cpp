// On random code: a path goes from one instruction to the one behind it in the text, or by a jump that it takes; so
// does it from its last instruction to its first, and it says which.
#include "loops/regions.h"
#include "regions_listing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace osaca {
namespace {

std::string label(int block) { return ".B" + std::to_string(block); }

std::string random_listing(std::mt19937 &random, int blocks) {
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  std::string listing = "fn f:\n jmp " + label(below(blocks)) + "\n";
  for (int block = 0; block < blocks; ++block) {
    listing += label(block) + ":\n work\n";
    if (const int end = below(4); end < 2)
      listing += " jne " + label(below(blocks)) + "\n";
    else if (end == 2)
      listing += " jmp " + label(below(blocks)) + "\n";
  }
  return listing + " ret\n";
}

bool jumps(const Instruction &instruction) {
  return instruction.is_taken || (instruction.is_branch && !instruction.is_conditional);
}

TEST(PathsProperty, FallThroughOrTakeAJumpAndSayHowTheyClose) {
  std::mt19937 random(11);
  int closed = 0;
  int closed_by_falling = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::string listing = random_listing(random, 2 + round % 7);
    const ParsedUnit unit = testing::toy_unit(listing);
    const auto kernels = select_kernels(unit, "toy.s", {}, 8);
    ASSERT_TRUE(kernels);
    for (const Kernel &kernel : kernels->kernels) {
      ++closed;
      closed_by_falling += kernel.way_back == WayBack::at_end ? 0 : 1;
      for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
        const Instruction &now = kernel.instructions[i];
        const Instruction &next = kernel.instructions[(i + 1) % kernel.instructions.size()];
        if (jumps(now))
          continue;
        // Between the two there are only labels.
        ASSERT_LT(now.line, next.line) << listing << "path: " << testing::body(kernel);
        for (const Instruction &other : unit.instructions)
          ASSERT_FALSE(now.line < other.line && other.line < next.line) << listing << "path: " << testing::body(kernel);
      }
      ASSERT_EQ(jumps(kernel.instructions.back()), kernel.way_back == WayBack::at_end)
          << listing << "path: " << testing::body(kernel);
      ASSERT_TRUE(std::ranges::any_of(kernel.instructions, jumps)) << "code falls downwards";
    }
  }
  EXPECT_GT(closed, 1000);
  EXPECT_GT(closed_by_falling, 100);
}

} // namespace
} // namespace osaca
