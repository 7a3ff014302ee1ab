// Records of CodeView about inlined code, made by hand. What the operations mean is LLVM's reading
// (NativeInlineSiteSymbol, CVSymbolDumper) and the comments of Microsoft's cvinfo.h.
#include "decode/codeview/codeview_lines.h"
#include "made_bytes.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::number;

constexpr std::uint64_t function_address = 0x1000;
enum Operation : unsigned {
  change_code_offset_base = 2,
  change_code_offset = 3,
  change_code_length = 4,
  change_line_offset = 6,
  change_code_offset_and_line_offset = 11,
  change_code_length_and_code_offset = 12
};

std::string record(unsigned kind, const std::string &rest) {
  const std::string content = number(kind, 2) + rest;
  return number(content.size(), 2) + content;
}

struct Stretch {
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0;
  std::uint32_t line = 0;
  friend bool operator==(const Stretch &, const Stretch &) = default;
};

void PrintTo(const Stretch &stretch, std::ostream *out) {
  *out << stretch.offset << "+" << stretch.size_bytes << " line " << stretch.line;
}

/// Of a function that is inlined from line 100 on, with these numbers (all below 128: one byte each).
std::vector<Stretch> inlined(const std::vector<unsigned> &annotations) {
  constexpr unsigned inlinee = 7;
  std::string numbers;
  for (const unsigned one : annotations)
    numbers += number(one, 1);
  const std::string symbols = record(0x1110, std::string(28, '\0') + number(0, 4) + number(1, 2)) +
                              record(0x114d, number(0, 4) + number(0, 4) + number(inlinee, 4) + numbers);
  const auto locate = [](std::uint64_t, std::uint32_t, std::uint16_t) { return CodeAddress{function_address, 1}; };
  std::vector<InlinedCode> found;
  add_inlined_code(symbols, {{inlinee, {0, 100}}}, locate, found);
  std::vector<Stretch> made;
  for (const InlinedCode &code : found)
    made.push_back({code.begin.address - function_address, code.size_bytes, code.line.line});
  return made;
}

TEST(InlinedCode, StepsOfCodeAndLines) {
  // 0x23: lines + 1 (twice what they step, with the sign below), 3 bytes of code
  EXPECT_THAT(inlined({change_code_offset, 16, change_code_offset_and_line_offset, 0x23, change_code_length, 5}),
              ElementsAre(Stretch{16, 3, 100}, Stretch{19, 5, 101}));
  EXPECT_THAT(inlined({change_line_offset, 5, change_code_offset, 1, change_code_length, 2}),
              ElementsAre(Stretch{1, 2, 98}));
}

TEST(InlinedCode, CodeContinuesAfterALength) {
  EXPECT_THAT(inlined({change_code_offset, 16, change_code_length, 4, change_code_offset, 8, change_code_length, 2}),
              ElementsAre(Stretch{16, 4, 100}, Stretch{28, 2, 100}));
}

TEST(InlinedCode, ALengthTogetherWithAStepMovesNothing) {
  EXPECT_THAT(inlined({change_code_length_and_code_offset, 4, 16, change_line_offset, 2,
                       change_code_length_and_code_offset, 3, 8}),
              ElementsAre(Stretch{16, 4, 100}, Stretch{24, 3, 101}));
}

TEST(InlinedCode, TheNumberOfAPartOfTheFunctionIsNoStep) {
  EXPECT_THAT(inlined({change_code_offset_base, 0, change_code_offset, 16, change_code_length, 4}),
              ElementsAre(Stretch{16, 4, 100}));
  EXPECT_THAT(inlined({change_code_offset_base, 1, change_code_offset, 16, change_code_length, 4}),
              IsEmpty()); // elsewhere
}

} // namespace
} // namespace osaca
