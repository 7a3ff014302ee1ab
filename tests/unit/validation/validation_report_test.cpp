// What a validation tells, and what it keeps to itself.
#include "measure/validation/loop_sample.h"
#include "measure/validation/validate.h"

#include <gmock/gmock.h>

namespace osaca::measure::validation {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Loops that are all predicted with one cycle too many.
Validation judged(int loops) {
  Validation made;
  made.arch = "core";
  for (int i = 0; i < loops; ++i)
    made.loops.push_back({.tree = "tree",
                          .file = "file" + std::to_string(i) + ".c",
                          .name = ".L" + std::to_string(i),
                          .text = "addq $" + std::to_string(i) + ", %rax; jne .L",
                          .measured_cycles = 4,
                          .predicted_cycles = 5});
  return made;
}

TEST(ValidationReport, NeverShowsALoopOfTheUnseenHalf) {
  const Validation made = judged(40);
  const std::string shown = report_of(made, 1000) + csv_of(made);
  int seen = 0;
  for (const JudgedLoop &loop : made.loops)
    if (is_unseen(loop.text)) {
      EXPECT_THAT(shown, Not(HasSubstr(loop.file)));
      EXPECT_THAT(shown, Not(HasSubstr(loop.text)));
    } else {
      ++seen;
      EXPECT_THAT(shown, HasSubstr(loop.file));
    }
  EXPECT_GT(seen, 0);
  EXPECT_LT(seen, 40);
}

TEST(ValidationReport, TellsTheAgreementOfBothHalves) {
  const std::string report = report_of(judged(40), 0);
  EXPECT_THAT(report, HasSubstr("unseen half"));
  EXPECT_THAT(report, HasSubstr("seen half"));
  EXPECT_THAT(report, HasSubstr("25.0 %")); // (5 - 4) / 4
}

TEST(ValidationReport, TellsWhyLoopsAreMissing) {
  Validation made = judged(2);
  made.left_out.loops_with_calls = 7;
  made.left_out.not_measured[Status::exit_unknown] = 3;
  const std::string report = report_of(made, 0);
  EXPECT_THAT(report, HasSubstr("7 with calls"));
  EXPECT_THAT(report, HasSubstr("3 not measured (exit_unknown)"));
}

} // namespace
} // namespace osaca::measure::validation
