// Measurements from files.
#include "truth.h"

#include "run_process.h"

#include <gmock/gmock.h>

namespace osaca::accuracy {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class TruthFolder : public testing::Test {
protected:
  TruthFolder() : folder_(tests::TemporaryFolder::create()) { std::filesystem::create_directory(path() / "loops"); }

  [[nodiscard]] std::filesystem::path path() const { return folder_ ? folder_->path() : "."; }
  void write(const std::string &name, const std::string &text) const {
    ASSERT_TRUE(tests::write_file(path() / name, text));
  }
  [[nodiscard]] std::string problem() const {
    const Expected<Truth> truth = read_truth(path());
    return truth ? "" : truth.error().text();
  }

  Expected<tests::TemporaryFolder> folder_;
};

TEST(Instructions, OfAColumnStandBetweenSemicolonsAndEndWithTheirComment) {
  EXPECT_THAT(instructions_of_column("movl $9, %eax   # imm = 0x9; nop ;; ret"),
              ElementsAre("movl $9, %eax", "nop", "ret"));
  EXPECT_THAT(instructions_of_column(""), IsEmpty());
}

TEST(Instructions, OfAFileAreBetweenTheMarkersWithoutLabelsAndDirectives) {
  EXPECT_THAT(instructions_of_file(
                  "\tnop\n# LLVM-MCA-BEGIN x\n.L3:\n\t.p2align 4\n\taddq\t%rax, %rcx # why\n# LLVM-MCA-END\n\tret\n"),
              ElementsAre("addq %rax, %rcx"));
  EXPECT_THAT(instructions_of_file("nop\r\nret\r\n"), ElementsAre("nop", "ret"));
}

TEST_F(TruthFolder, HoldsBlocksAndLoops) {
  write("blocks.csv", "app,hex,cycles,asm\ngzip,4801d8,1.5,\"addq %rbx, %rax; nop\"\n");
  write("loops.csv", "name,compiler,cycles_per_iteration\nadd.O2,gcc12,2\n");
  write("loops/add.O2.s", "# LLVM-MCA-BEGIN\nnop\n# LLVM-MCA-END\n");
  const Expected<Truth> truth = read_truth(path());
  ASSERT_TRUE(truth) << truth.error().text();
  ASSERT_EQ(truth->blocks.size(), 1U);
  EXPECT_EQ(truth->blocks[0].name, "gzip:2");
  EXPECT_EQ(truth->blocks[0].hex, "4801d8");
  EXPECT_EQ(truth->blocks[0].measured_cycles, 1.5);
  EXPECT_THAT(truth->blocks[0].instructions, ElementsAre("addq %rbx, %rax", "nop"));
  ASSERT_EQ(truth->loops.size(), 1U);
  EXPECT_EQ(truth->loops[0].source, "gcc12");
  EXPECT_TRUE(truth->loops[0].file.is_absolute());
}

TEST_F(TruthFolder, ThatIsBrokenIsAnsweredWithThePlace) {
  EXPECT_THAT(problem(), HasSubstr("neither blocks.csv nor loops.csv"));
  write("blocks.csv", "app,hex,cycles\n");
  EXPECT_THAT(problem(), HasSubstr("blocks.csv:1: there is no column \"asm\""));
  for (const std::string cycles : {"0", "-1", "nan", "inf", "", "1x"}) {
    write("blocks.csv", "app,hex,cycles,asm\ngzip,90," + cycles + ",nop\n");
    EXPECT_THAT(problem(), HasSubstr("blocks.csv:2: \"" + cycles + "\"")) << cycles;
  }
  write("blocks.csv", "app,hex,cycles,asm\n");
  write("loops.csv", "name,compiler,cycles_per_iteration\n../x,gcc,1\n");
  EXPECT_THAT(problem(), HasSubstr("loops.csv:2"));
  write("loops.csv", "name,compiler,cycles_per_iteration\nabsent,gcc,1\n");
  EXPECT_THAT(problem(), HasSubstr("absent.s"));
}

} // namespace
} // namespace osaca::accuracy
