// What the tools' answers are read as. The answers are written after the tools' documentation of their output.
#include "mca_predictor.h"
#include "our_predictor.h"
#include "python_osaca_predictor.h"
#include "run_process.h"

#include <gmock/gmock.h>

namespace osaca::accuracy {
namespace {

using testing::ElementsAre;
using testing::Eq;
using testing::HasSubstr;
using testing::Optional;
using testing::Pair;

TEST(OurBlocks, AreReadByColumnAndStatus) {
  const auto predictions = read_block_predictions("hex,cycles,bound_by,status\n90,0.25,ports,ok\nzz,,,invalid_hex\n"
                                                  "0f01,2.0,ports,unknown_instruction\n",
                                                  3);
  ASSERT_TRUE(predictions);
  EXPECT_THAT((*predictions)[0].cycles, Optional(0.25));
  EXPECT_EQ((*predictions)[0].bound, "ports");
  EXPECT_THAT((*predictions)[1].cycles, Eq(std::nullopt));
  EXPECT_EQ((*predictions)[1].problem, "invalid_hex");
  EXPECT_THAT((*predictions)[2].cycles, Eq(std::nullopt)); // a lower bound is no prediction
}

TEST(OurBlocks, MustBeAsManyAsWereAsked) {
  EXPECT_FALSE(read_block_predictions("hex,cycles,bound_by,status\n90,0.25,ports,ok\n", 2));
  EXPECT_FALSE(read_block_predictions("something else\n", 0));
}

TEST(OurLoops, AreFoundByTheirFileAndTheLargestKernelCounts) {
  const std::string report = R"({"kernels": [
    {"input": {"file": "/a.s"}, "instructions": [1, 2], "prediction": {"cycles_per_iteration": 5.0, "bound_by": "lcd"}},
    {"input": {"file": "/a.s"}, "instructions": [1], "prediction": {"cycles_per_iteration": 9.0, "bound_by": "ports"}},
    {"input": {"file": "/b.s"}, "instructions": [1],
     "prediction": {"cycles_per_iteration": 9.0, "bound_by": "ports", "lower_bound_only": true}}]})";
  std::vector<Sample> loops(3);
  loops[0].file = "/a.s";
  loops[1].file = "/b.s";
  loops[2].file = "/c.s";
  const auto predictions = read_loop_predictions(report, loops);
  ASSERT_TRUE(predictions);
  EXPECT_THAT((*predictions)[0].cycles, Optional(5.0));
  EXPECT_EQ((*predictions)[0].bound, "lcd");
  EXPECT_THAT((*predictions)[1].cycles, Eq(std::nullopt));
  EXPECT_THAT((*predictions)[2].problem, HasSubstr("no kernel"));
}

TEST(OurLoops, ThatAreNoReportAreAnError) {
  for (const std::string text : {"", "{", "[]", "{\"kernels\": 3}", "{\"kernels\": [{}]}"})
    EXPECT_FALSE(read_loop_predictions(text, {})) << text;
}

TEST(Mca, GetsEachSampleAsARegion) {
  Sample first;
  first.instructions = {"nop", "addq %rax, %rcx"};
  Sample second;
  second.instructions = {"ret"};
  const McaInput input = mca_input({first, second});
  EXPECT_EQ(input.text, "# LLVM-MCA-BEGIN 0\n\tnop\n\taddq %rax, %rcx\n# LLVM-MCA-END 0\n"
                        "# LLVM-MCA-BEGIN 1\n\tret\n# LLVM-MCA-END 1\n");
  EXPECT_THAT(input.sample_of_line, ElementsAre(0, 0, 0, 0, 1, 1, 1));
  EXPECT_THAT(
      read_mca_problems("<stdin>:6:2: error: invalid instruction mnemonic 'x'\n\tx\n<stdin>:99:1: error: y\n", input),
      ElementsAre(Pair(1, "error: invalid instruction mnemonic 'x'")));
}

TEST(Mca, AnswersWithTotalCyclesPerRegion) {
  EXPECT_THAT(
      read_mca_cycles("\n[0] Code Region - 0\n\nIterations:        100\nTotal Cycles:      2432\nTotal uOps: 2\n\n"
                      "[1] Code Region - 3\n\nTotal Cycles:      27\n"),
      ElementsAre(Pair(0, 2432.0), Pair(3, 27.0)));
  EXPECT_TRUE(read_mca_cycles("Total Cycles:      2432\n").empty());
}

TEST(PythonOsaca, IsJudgedByTheLargerOfPortsAndDependency) {
  const Prediction ports =
      read_python_osaca_report("Kernel:\n- LCD: 9\nSummary:\n  CriticalPath: 50.0\n  LCD: 1.0\n"
                               "  PortPressure:\n    '0': 1.5\n    '1': 2.5\n    2D: 0\nTarget:\n  x: 99\n");
  EXPECT_THAT(ports.cycles, Optional(2.5));
  EXPECT_EQ(ports.bound, "ports");
  const Prediction dependency = read_python_osaca_report("Summary:\n  PortPressure:\n    '0': 1.5\n  LCD: 4.0\n");
  EXPECT_THAT(dependency.cycles, Optional(4.0));
  EXPECT_EQ(dependency.bound, "lcd");
  EXPECT_THAT(read_python_osaca_report("").cycles, Eq(std::nullopt));
}

TEST(Process, GivesOutputErrorsAndStatus) {
  const Expected<tests::Finished> finished = tests::run({"sh", "-c", "cat; echo no >&2; exit 3"}, {.input = "text"});
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->output, "text");
  EXPECT_EQ(finished->errors, "no\n");
  EXPECT_EQ(finished->exit_code, 3);
  EXPECT_GE(finished->seconds, 0);
}

TEST(Process, ThatIsNotThereOrCrashesIsAnError) {
  EXPECT_FALSE(tests::run({"osaca-no-such-program"}));
  EXPECT_FALSE(tests::run({"sh", "-c", "kill -9 $$"}));
  EXPECT_THAT(tests::find_program({"osaca-no-such-program", "sh"}), Optional(HasSubstr("/sh")));
  EXPECT_THAT(tests::find_program({"osaca-no-such-program", "/no/such/program"}), Eq(std::nullopt));
}

} // namespace
} // namespace osaca::accuracy
