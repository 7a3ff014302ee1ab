// Several runs of one machine: the answer that most of them give.
#include "made_up_files.h"
#include "measure/compose/result_files.h"

#include <gtest/gtest.h>

namespace osaca::measure::compose {
namespace {

/// With these findings beside those of made-up files.
StructureFindings run_of(const std::string &findings) {
  auto read = read_structure(structure_text() + findings, "s.yml");
  EXPECT_TRUE(read);
  return read ? *read : StructureFindings();
}

std::string answer(const char *value) { return finding("dense_code.is_slower", value, "yes or no"); }
std::string entries(const char *value) { return finding("window.reorder_buffer", value, "entries"); }

TEST(AgreedStructure, OneRunIsWhatItIs) {
  const StructureFindings one = run_of(answer("\"yes\"") + entries("512"));
  const StructureFindings agreed = agreed_structure({one});
  EXPECT_EQ(agreed.all().size(), one.all().size());
  EXPECT_EQ(agreed.truth("dense_code.is_slower"), true);
  EXPECT_EQ(agreed.number("window.reorder_buffer"), 512);
}

TEST(AgreedStructure, TakesAMissingValueFromAnotherRun) {
  const StructureFindings agreed =
      agreed_structure({run_of(answer("null")), run_of(answer("\"no\"") + entries("null")), run_of(entries("320"))});
  EXPECT_EQ(agreed.truth("dense_code.is_slower"), false);
  EXPECT_EQ(agreed.number("window.reorder_buffer"), 320);
}

TEST(AgreedStructure, TheMajorityAnswers) {
  const StructureFindings yes = run_of(answer("\"yes\""));
  const StructureFindings no = run_of(answer("\"no\""));
  EXPECT_EQ(agreed_structure({no, yes, yes}).truth("dense_code.is_slower"), true);
  EXPECT_EQ(agreed_structure({no, yes, no}).truth("dense_code.is_slower"), false);
  EXPECT_EQ(agreed_structure({no, yes}).truth("dense_code.is_slower"), std::nullopt);
}

TEST(AgreedStructure, ProbesOfWhichTwoRunsDifferAreInDoubt) {
  const StructureFindings first = run_of(answer("\"yes\"") + entries("512"));
  EXPECT_EQ(probes_in_doubt(first, run_of(answer("\"yes\"") + entries("500"))), std::set<std::string>());
  EXPECT_EQ(probes_in_doubt(first, run_of(answer("null") + entries("null"))), std::set<std::string>());
  EXPECT_EQ(probes_in_doubt(first, run_of(answer("\"no\"") + entries("500"))), std::set<std::string>{"dense_code"});
  EXPECT_EQ(probes_in_doubt(first, run_of(answer("\"no\"") + entries("97"))),
            (std::set<std::string>{"dense_code", "window"}));
}

TEST(AgreedStructure, AStrayNumberDoesNotCount) {
  EXPECT_EQ(agreed_structure({run_of(entries("97")), run_of(entries("512")), run_of(entries("510"))})
                .number("window.reorder_buffer"),
            510);
  EXPECT_EQ(agreed_structure({run_of(entries("512")), run_of(entries("97"))}).number("window.reorder_buffer"), 512);
}

} // namespace
} // namespace osaca::measure::compose
