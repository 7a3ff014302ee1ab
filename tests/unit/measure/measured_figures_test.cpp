// Figures that all x86-64 processors of the last decade share, within wide limits. Another thread on the core spoils an
// attempt, so one of several has to give the figure.
#include "measure/forms/form_measurer.h"
#include "measure/harness/code_timer.h"

#include "decode/code/encoding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr int most_attempts = 5;

struct Range {
  double least, most;
};

class Figures : public testing::Test {
protected:
  void SetUp() override {
#if !defined(__x86_64__) || !defined(__linux__)
    GTEST_SKIP() << "timing is written for Linux on x86-64";
#endif
  }

  static FormMeasurer &measurer() {
    static Expected<FormMeasurer> made = FormMeasurer::create(widest_encoding(), {1, 0}, {});
    static FormMeasurer ready = std::move(made).value();
    return ready;
  }

  /// `attempt` measures and tells whether the figure is right.
  template <typename Attempt> static void expect_in_one_of_several(Attempt attempt) {
    testing::AssertionResult last = testing::AssertionFailure();
    for (int i = 0; i < most_attempts && !last; ++i)
      last = attempt();
    EXPECT_TRUE(last) << "in the last of " << most_attempts << " attempts";
  }

  template <typename Check> static void expect_of_form(const std::string &opcode, Check is_right) {
    const std::vector<InstructionForm> forms = instruction_forms(Isa::x86_64);
    const auto form = std::ranges::find(forms, opcode, &InstructionForm::opcode);
    ASSERT_NE(form, forms.end()) << opcode;
    expect_in_one_of_several([&] {
      if (measurer().was_disturbed())
        EXPECT_FALSE(measurer().calibrate());
      return is_right(measurer().measure(*form));
    });
  }

  static testing::AssertionResult latency_is_in(const MeasuredForm &form, const std::string &from,
                                                const std::string &to, Range expected) {
    for (const MeasuredLatency &one : form.latencies)
      if (one.from == from && one.to == to)
        return testing::AssertionResult(one.cycles > expected.least && one.cycles < expected.most)
               << "latency from " << from << " to " << to << " is " << one.cycles;
    return testing::AssertionFailure() << "no latency from " << from << " to " << to;
  }
};

TEST_F(Figures, ChainOfAdditionsTakesACycleEach) {
  const Expected<AssembledCode> code = assemble("add %rbx, %rax; add %rcx, %rax; add %rdx, %rax", Isa::x86_64);
  ASSERT_TRUE(code) << code.error().text();
  expect_in_one_of_several([&]() -> testing::AssertionResult {
    Expected<BlockTimer> timer = BlockTimer::create();
    if (!timer)
      return testing::AssertionFailure() << timer.error().text();
    BlockTimer ready = *timer;
    const Measurement figure = ready.measure(code->bytes, {});
    return testing::AssertionResult(std::abs(figure.cycles - 3) < 0.6)
           << figure.cycles << " cycles, " << name_of(figure.status);
  });
}

TEST_F(Figures, AdditionTakesACycleFromEachOperandToEachResult) {
  for (const char *to : {"0", "2", "3"})
    for (const char *from : {"0", "1"})
      expect_of_form("ADD64rr", [&](const MeasuredForm &form) { return latency_is_in(form, from, to, {0.4, 1.6}); });
}

TEST_F(Figures, MultiplicationTakesThreeOrFourAndIsPipelined) {
  expect_of_form("IMUL64rr", [](const MeasuredForm &form) {
    if (form.throughput.empty() || form.throughput.front().cycles >= 2.5)
      return testing::AssertionFailure() << "no throughput below 2.5 cycles";
    return latency_is_in(form, "0", "0", {2.5, 4.5});
  });
}

TEST_F(Figures, LoadsAreSlowerThanAdditions) {
  expect_of_form("MOV64rm", [](const MeasuredForm &form) { return latency_is_in(form, "1.base", "0", {2.5, 9}); });
}

} // namespace
} // namespace osaca::measure
