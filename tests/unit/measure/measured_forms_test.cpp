// Figures that every processor of the last decade shares, within wide limits: tests run beside others.
#include "measure/forms/form_measurer.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace osaca::measure {
namespace {

class Forms : public testing::Test {
protected:
  void SetUp() override {
#if !defined(__x86_64__) || !defined(__linux__)
    GTEST_SKIP() << "timing is written for Linux on x86-64";
#endif
  }

  static MeasuredForm measured(const std::string &opcode) {
    static Expected<FormMeasurer> measurer = FormMeasurer::create(widest_encoding(), {1, 0}, {});
    EXPECT_TRUE(measurer) << measurer.error().text();
    static FormMeasurer ready = std::move(measurer).value();
    static const std::vector<InstructionForm> forms = instruction_forms(Isa::x86_64);
    const auto form =
        std::find_if(forms.begin(), forms.end(), [&](const InstructionForm &one) { return one.opcode == opcode; });
    EXPECT_NE(form, forms.end()) << opcode;
    return form == forms.end() ? MeasuredForm{} : ready.measure(*form);
  }

  static double latency(const MeasuredForm &form, const std::string &from, const std::string &to) {
    for (const MeasuredLatency &one : form.latencies)
      if (one.from == from && one.to == to)
        return one.cycles;
    ADD_FAILURE() << form.opcode << " has no latency from " << from << " to " << to;
    return 0;
  }
};

TEST_F(Forms, AdditionTakesACycleFromEachOperandToEachResult) {
  const MeasuredForm form = measured("ADD64rr");
  ASSERT_EQ(form.status, FormStatus::ok) << form.reason;
  for (const char *to : {"0", "2", "3"})
    for (const char *from : {"0", "1"})
      EXPECT_NEAR(latency(form, from, to), 1, 0.6) << from << " to " << to;
}

TEST_F(Forms, MultiplicationTakesThreeOrFourAndIsPipelined) {
  const MeasuredForm form = measured("IMUL64rr");
  EXPECT_NEAR(latency(form, "0", "0"), 3.5, 1);
  ASSERT_FALSE(form.throughput.empty());
  EXPECT_LT(form.throughput.front().cycles, 2.5);
}

TEST_F(Forms, LoadsAreSlowerThanAdditions) {
  const MeasuredForm form = measured("MOV64rm");
  EXPECT_GT(latency(form, "1.base", "0"), 2.5);
  EXPECT_LT(latency(form, "1.base", "0"), 9);
}

TEST_F(Forms, WhatCannotRunSaysWhy) {
  EXPECT_EQ(measured("HLT").status, FormStatus::privileged);
  EXPECT_EQ(measured("TRAP").status, FormStatus::illegal); // ud2
  EXPECT_EQ(measured("MOV64rc").status, FormStatus::privileged);
  EXPECT_EQ(measured("JMP_1").status, FormStatus::not_generated);
}

} // namespace
} // namespace osaca::measure
