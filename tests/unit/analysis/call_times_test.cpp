// Calls and returns, and the blocks of code that they separate. Most figures are measurements on Zen 3 (AMD EPYC Milan,
// 2026-11-29): loops of eight pairs of a move of three bytes and a call. The function has moves of one length and a
// return of one byte, and begins at different places of a block of 64 bytes.
#include "analysis/bounds/front_end.h"
#include "code_sample.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

using namespace sample;

class LoopOfCalls {
public:
  static constexpr int calls = 8;

  LoopOfCalls(int moves, int bytes, std::uint64_t place) {
    for (int i = 0; i < calls; ++i) {
      add(sized(3), in_loop_);
      Instruction call = sized(5);
      call.is_call = call.callee_follows = true;
      add(call, in_loop_);
      std::uint64_t in_function = 0x402000 + place;
      for (int move = 0; move < moves; ++move)
        add(sized(bytes), in_function);
      Instruction back = sized(1);
      back.is_return = true;
      add(back, in_function);
    }
    add(jump(5), in_loop_);
  }

  [[nodiscard]] FrontEnd front() const {
    MachineModel::Data core = core_that_fetches();
    core.core.call_cycles = core.core.return_cycles = SourcedCycles{Cycles(2), {}};
    return front_end(bound(loop_, core));
  }
  [[nodiscard]] double cycles_per_call() const { return front().bound().to_double() / calls; }

private:
  void add(const Instruction &instruction, std::uint64_t &address) {
    loop_.instructions.push_back(instruction);
    loop_.place.addresses.push_back(address);
    address += static_cast<std::uint64_t>(instruction.size_bytes);
  }

  Kernel loop_ = kernel({});
  std::uint64_t in_loop_ = 0x401000;
};

TEST(CallTimes, EachBlockOfTheFunctionTakesACycle) {
  struct Measured {
    int moves;
    int bytes;
    std::uint64_t place;
    double cycles;
  };
  const Measured all[] = {{19, 3, 0, 4.18},  {15, 3, 16, 4.18}, {16, 3, 16, 5.17}, {10, 3, 32, 4.16},
                          {11, 3, 32, 5.17}, {5, 3, 48, 4.16},  {6, 3, 48, 5.17},  {1, 3, 60, 4.16},
                          {2, 3, 60, 5.17},  {22, 3, 60, 5.19}, {23, 3, 60, 6.18}, {15, 4, 0, 4.18},
                          {16, 4, 0, 5.18},  {16, 4, 60, 5.18}, {17, 4, 60, 6.19}, {0, 3, 0, 4.16}};
  for (const Measured &one : all)
    EXPECT_NEAR(LoopOfCalls(one.moves, one.bytes, one.place).cycles_per_call(), one.cycles, 0.07)
        << one.moves << " moves of " << one.bytes << " bytes at " << one.place;
}

TEST(CallTimes, TheReasonNamesTheBlocksOnlyIfTheyTakeTime) {
  const FrontEnd in_one_block = LoopOfCalls(15, 3, 16).front();
  EXPECT_TRUE(in_one_block.calls_are_slowest());
  const FrontEnd in_two_blocks = LoopOfCalls(16, 3, 16).front();
  EXPECT_TRUE(in_two_blocks.code_is_slowest());
  EXPECT_EQ(in_two_blocks.code.limit, CodeSupply::Limit::calls);
  EXPECT_EQ(in_two_blocks.calls, 2 * LoopOfCalls::calls);
}

// Emerald Rapids, 2026-11-29: loops of calls of an empty function, or of a function of some moves. If each function has
// one call in an iteration, a call and a return take a cycle each, like the branch of the loop.
TEST(CallTimes, ReturnsToSeveralPlacesTakeLonger) {
  const auto cycles = [](const std::vector<std::string> &callees) {
    Kernel loop = kernel({});
    for (const std::string &callee : callees) {
      Instruction call = sized(5);
      call.is_call = call.callee_follows = true;
      Instruction back = sized(1);
      back.is_return = true;
      KernelCall &added = loop.calls.emplace_back();
      added.instruction = static_cast<int>(loop.instructions.size());
      added.end = added.instruction + 2;
      added.callee = callee;
      loop.instructions.push_back(call);
      loop.instructions.push_back(back);
    }
    loop.instructions.push_back(jump(5));
    MachineModel::Data core;
    core.core.dispatch_width.value = Cycles(6);
    core.core.taken_branch_cycles = SourcedCycles{Cycles(1), {}};
    core.core.further_call_cycles = SourcedCycles{Cycles(7, 4), {}};
    return front_end(bound(loop, core)).bound().to_double();
  };
  EXPECT_NEAR(cycles({"f"}), 2.97, 0.1);
  EXPECT_NEAR(cycles({"f", "g"}), 4.97, 0.1);
  EXPECT_NEAR(cycles({"f", "g", "h", "i"}), 9.05, 0.1);
  EXPECT_NEAR(cycles({"f", "f"}), 6.6, 0.2);
  EXPECT_NEAR(cycles({"f", "f", "f"}), 10.9, 0.5);
  EXPECT_NEAR(cycles({"f", "f", "f", "f"}), 14.8, 0.8);
  EXPECT_NEAR(cycles({"f", "g", "f", "g"}), 11.95, 0.8);
}

} // namespace
} // namespace osaca
