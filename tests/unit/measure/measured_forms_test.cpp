// Measures instruction forms on this machine. What must hold however busy it is; figures are in
// measured_figures_test.cpp.
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
    const auto form = std::ranges::find_if(forms, [&](const InstructionForm &one) { return one.opcode == opcode; });
    EXPECT_NE(form, forms.end()) << opcode;
    return form == forms.end() ? MeasuredForm{} : ready.measure(*form);
  }
};

TEST_F(Forms, EachPairOfOperandsHasALatencyOrTheReasonWhyNot) {
  const MeasuredForm form = measured("ADD64rr");
  ASSERT_EQ(form.status, FormStatus::ok) << form.reason;
  const auto names = [](const std::string &from, const std::string &to) {
    return [=](const auto &one) { return one.from == from && one.to == to; };
  };
  for (const char *to : {"0", "2", "3"})
    for (const char *from : {"0", "1"}) {
      const auto measured = std::ranges::count_if(form.latencies, names(from, to));
      const auto missing = std::ranges::count_if(form.missing, names(from, to));
      EXPECT_EQ(measured + missing, 1) << from << " to " << to;
    }
  for (const MissingLatency &one : form.missing)
    EXPECT_NE(one.reason, "");
}

TEST_F(Forms, WhatCannotRunSaysWhy) {
  EXPECT_EQ(measured("HLT").status, FormStatus::privileged);
  EXPECT_EQ(measured("TRAP").status, FormStatus::illegal); // ud2
  EXPECT_EQ(measured("MOV64rc").status, FormStatus::privileged);
  EXPECT_EQ(measured("JMP_1").status, FormStatus::not_generated);
}

} // namespace
} // namespace osaca::measure
