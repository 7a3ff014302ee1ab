// Which forms are measured twice, and which record counts then.
#include "measure/forms/doubtful_figures.h"

#include <gtest/gtest.h>

namespace osaca::measure {
namespace {

constexpr unsigned kind = 7;

InstructionForm form_called(const std::string &opcode) {
  InstructionForm form;
  form.opcode = opcode;
  form.scheduling_class = kind;
  return form;
}

MeasuredForm record_of(const std::string &opcode, double cycles, bool is_unstable = false) {
  MeasuredForm record;
  record.opcode = opcode;
  record.status = FormStatus::ok;
  record.throughput.push_back({cycles, 0.001, {}, false, "", is_unstable});
  return record;
}

SecondLook look_at(const std::vector<double> &throughputs) {
  SecondLook look;
  for (std::size_t i = 0; i < throughputs.size(); ++i) {
    const std::string opcode = "FORM" + std::to_string(i);
    look.remember(form_called(opcode), record_of(opcode, throughputs[i]));
  }
  return look;
}

TEST(SecondLook, IsForWhatStandsOutAmongItsLike) {
  EXPECT_EQ(look_at({0.5, 0.5, 0.51, 1.02, 0.5, 0.5}).wanted(), std::set<std::string>{"FORM3"});
  EXPECT_EQ(look_at({0.5, 0.5, 0.51, 0.44, 0.5, 0.5}).wanted(), std::set<std::string>{"FORM3"}) << "too fast";
}

TEST(SecondLook, DoesNotJudgeWhereAKindDoesNotAgree) {
  EXPECT_TRUE(look_at({0.5, 1.0, 1.5, 2.0, 0.25, 3.0}).wanted().empty());
  EXPECT_TRUE(look_at({0.5, 0.5, 1.0}).wanted().empty()) << "too few";
}

TEST(SecondLook, IsForWhatWasUnstable) {
  SecondLook look;
  look.remember(form_called("A"), record_of("A", 1.0, true));
  look.remember(form_called("B"), record_of("B", 1.0));
  EXPECT_EQ(look.wanted(), std::set<std::string>{"A"});
}

TEST(SecondLook, TakesTheRecordNearerToItsKind) {
  const SecondLook look = look_at({0.5, 0.5, 0.51, 1.02, 0.5, 0.5});
  const MeasuredForm first = record_of("FORM3", 1.02);
  EXPECT_EQ(look.better(first, record_of("FORM3", 0.5)).throughput.front().cycles, 0.5);
  EXPECT_EQ(look.better(first, record_of("FORM3", 1.6)).throughput.front().cycles, 1.02);
  EXPECT_EQ(look.better(first, record_of("FORM3", 0.5, true)).throughput.front().cycles, 1.02) << "unstable";
  MeasuredForm failed;
  failed.status = FormStatus::impossible;
  EXPECT_EQ(look.better(first, failed).throughput.front().cycles, 1.02);
}

TEST(SecondLook, TakesNothingFromBeforeTheCoreWasCalm) {
  SecondLook look = look_at({1.0, 1.0, 1.0, 1.0, 1.0});
  look.forget_all();
  EXPECT_EQ(look.wanted().size(), 5U);
  EXPECT_EQ(look.better(record_of("FORM0", 1.0), record_of("FORM0", 0.5)).throughput.front().cycles, 0.5);
}

} // namespace
} // namespace osaca::measure
