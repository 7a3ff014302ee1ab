#include "osaca/capture.h"

#include "sample_capture.h"

#include <gmock/gmock.h>

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
                        line.find("111") != std::string::npos || line.find("222") != std::string::npos ||
                        line.find(".byte") != std::string::npos;
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

} // namespace
} // namespace osaca::testing
