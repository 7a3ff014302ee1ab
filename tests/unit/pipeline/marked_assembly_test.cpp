#include "osaca/capture.h"

#include "sample_capture.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace osaca::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string marked(const std::string &capture) {
  const Expected<std::string> text = marked_assembly(capture);
  EXPECT_TRUE(text);
  return text ? *text : "";
}

/// Takes away every line that a marker is made of.
std::string without_markers(const std::string &text) {
  std::string out;
  for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    const std::string line = text.substr(at, end - at);
    const bool marker = line.find("OSACA-") != std::string::npos || line.find("LLVM-MCA-") != std::string::npos ||
                        line.find("# osaca: ") != std::string::npos || line.find("111") != std::string::npos ||
                        line.find("222") != std::string::npos || line.find(".byte") != std::string::npos;
    if (!marker)
      out += line + "\n";
  }
  return out;
}

TEST(MarkedAssembly, IsTheCompilersTextPlusMarkers) {
  const Expected<Capture> capture = read_capture(sample_capture());
  ASSERT_TRUE(capture);
  EXPECT_EQ(without_markers(marked_assembly(*capture)), capture->functions[0].assembly);
}

TEST(MarkedAssembly, PutsMarkersOutsideOfTheLoop) {
  EXPECT_THAT(marked(sample_capture()), HasSubstr("# OSACA-BEGIN\n.L3:\n"));
  EXPECT_THAT(marked(sample_capture()), HasSubstr("\tjne\t.L3\n# OSACA-END\n"));
}

TEST(MarkedAssembly, NestsOnlyTheMarkersThatCanBeNested) {
  const std::string text = marked(sample_capture());
  EXPECT_EQ(text.find("OSACA-BEGIN"), text.rfind("OSACA-BEGIN"));
  EXPECT_THAT(text, HasSubstr("# LLVM-MCA-BEGIN f.line3.2\n.L2:\n"));
  EXPECT_THAT(text, HasSubstr("\tjne\t.L2\n# LLVM-MCA-END f.line3.2\n"));
  EXPECT_LT(text.find("LLVM-MCA-END f.line3.1"), text.find("LLVM-MCA-END f.line3.2"));
}

TEST(MarkedAssembly, UsesTheBytesThatIacaAndOsacaLookFor) {
  // IACA's manual: mov ebx 111/222, then 64 67 90; OSACA's AArch64 form: x1, then a nop's bytes.
  EXPECT_THAT(marked(sample_capture()), HasSubstr("\tmovl\t$111, %ebx\n\t.byte\t100,103,144\n"));
  EXPECT_THAT(marked(sample_capture()), HasSubstr("\tmovl\t$222, %ebx\n\t.byte\t100,103,144\n"));
  EXPECT_THAT(marked(sample_capture("aarch64")), HasSubstr("\tmov\tx1, #111\n\t.byte\t213,3,32,31\n// LLVM-MCA-BEGIN"));
  EXPECT_THAT(marked(sample_capture("riscv64")), Not(HasSubstr(".byte")));
}

/// A loop of x86 on these lines of this text.
Capture loop_capture(const std::string &assembly, int header, std::vector<std::pair<int, int>> lines) {
  Expected<Capture> sample = read_capture(sample_capture());
  EXPECT_TRUE(sample);
  Capture capture = *sample;
  Capture::Function &function = capture.functions[0];
  function.assembly = assembly;
  function.line_count = static_cast<int>(std::ranges::count(assembly, '\n'));
  function.lines.clear();
  function.loops.resize(1);
  function.loops[0].header_line = header;
  function.loops[0].lines = std::move(lines);
  return capture;
}

/// What stands between OSACA's markers.
std::string region(const std::string &text) {
  const std::size_t first = text.find("OSACA-BEGIN\n");
  const std::size_t last = text.find("# OSACA-END");
  return first == std::string::npos || last == std::string::npos ? "" : text.substr(first + 12, last - first - 12);
}

TEST(MarkedAssembly, SaysSoWhereALoopIsNoStraightLine) {
  const std::string text = marked_assembly(
      loop_capture(".L1:\n\ttestq\t%rax, %rax\n\tje\t.L2\n\taddq\t$1, %rbx\n.L2:\n\tsubq\t$1, %rcx\n\tjne\t.L1\n", 2,
                   {{2, 3}, {4, 4}, {6, 7}}));
  EXPECT_EQ(text.find("# osaca: this loop has 2 paths (branches inside); tools that read it as straight-line code give "
                      "other results\n"),
            0U)
      << text;
  EXPECT_THAT(region(text), HasSubstr("subq"));
}

TEST(MarkedAssembly, LeavesCodeOfOthersOutOfTheRegion) {
  // The cold block (lines 7-8) stands behind the function's end.
  const std::string assembly = ".L1:\n\ttestq\t%rax, %rax\n\tje\t.L2\n.L3:\n\tsubq\t$1, %rcx\n\tjne\t.L1\n\tret\n"
                               ".L2:\n\taddq\t$1, %rbx\n\tjmp\t.L3\n";
  const std::string text = marked_assembly(loop_capture(assembly, 2, {{2, 3}, {5, 6}, {9, 10}}));
  EXPECT_EQ(region(text), ".L1:\n\ttestq\t%rax, %rax\n\tje\t.L2\n.L3:\n\tsubq\t$1, %rcx\n\tjne\t.L1\n");
  EXPECT_THAT(text, HasSubstr("2 paths (branches inside), and blocks elsewhere that are not marked"));
}

TEST(MarkedAssembly, MarksNothingWhereNoIterationStaysTogether) {
  const std::string assembly = ".L1:\n\taddq\t$1, %rbx\n\tjmp\t.L2\n\tret\n.L2:\n\tsubq\t$1, %rcx\n\tjne\t.L1\n";
  const std::string text = marked_assembly(loop_capture(assembly, 2, {{2, 3}, {6, 7}}));
  EXPECT_EQ(text, "# osaca: not marked: there is other code between the blocks of this loop\n" + assembly);
}

TEST(MarkedAssembly, LeavesOutAnAlignmentThatOlderToolsDoNotKnow) {
  const std::string code = ".L1:\n\taddq\t$1, %rbx\n\tjne\t.L1\n";
  const std::string text = marked_assembly(loop_capture("\t.prefalign\t4, .Lfunc_end0, nop\n" + code, 2, {{2, 4}}));
  EXPECT_THAT(text, AllOf(HasSubstr("addq"), Not(HasSubstr(".prefalign"))));
}

TEST(MarkedAssembly, LeavesOutPlacesForDebuggers) {
  std::string with_places = sample_capture();
  const std::string instruction = "\\taddq\\t$1, %rdx";
  const std::size_t at = with_places.find(instruction);
  ASSERT_NE(at, std::string::npos);
  with_places.replace(at, instruction.size(), "\\t.loc 1 3 2 is_stmt 0 view .LVU1");
  const std::string text = marked(with_places);
  EXPECT_THAT(text, Not(HasSubstr(".loc")));
  // Nothing but them stood between the labels of the two loops: markers go before both.
  EXPECT_THAT(text, HasSubstr("# OSACA-BEGIN\n.L2:\n.L3:\n"));
  EXPECT_THAT(text, HasSubstr("\tvdivsd\t%xmm1, %xmm0, %xmm0\n"));
}

} // namespace
} // namespace osaca::testing
