#include "base/text.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace osaca {
namespace {

TEST(Text, IsTrimmedAtBothEndsOnly) {
  EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
  EXPECT_EQ(trimmed("ab"), "ab");
  EXPECT_EQ(trimmed(" \n"), "");
  EXPECT_EQ(trimmed(""), "");
}

TEST(Text, IsTrimmedOfTheGivenCharactersOnly) { EXPECT_EQ(trimmed(" \ta\t ", " "), "\ta\t"); }

TEST(Text, IsJoinedWithNothingAtTheEnds) {
  EXPECT_EQ(joined({}), "");
  EXPECT_EQ(joined(std::vector<std::string>{"a"}), "a");
  EXPECT_EQ(joined(std::vector<std::string>{"a", "", "c"}), "a, , c");
  EXPECT_EQ(joined(std::vector<std::string>{"a", "b"}, " "), "a b");
}

TEST(Text, OfAListHasAWordBeforeTheLast) {
  EXPECT_EQ(joined(std::vector<std::string>{"a"}, ", ", " or "), "a");
  EXPECT_EQ(joined(std::vector<std::string>{"a", "b"}, ", ", " or "), "a or b");
  EXPECT_EQ(joined(std::vector<std::string>{"a", "b", "c"}, ", ", " or "), "a, b or c");
}

TEST(Text, IsQuotedWithEscapedQuotes) {
  EXPECT_EQ(double_quoted(R"(a"b\c)"), R"("a\"b\\c")");
  EXPECT_EQ(double_quoted("a\nb"), R"("a\nb")");
}

TEST(Text, OfNumbersIsWhatPrintfWrites) {
  for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{9}, std::uint64_t{10}, std::uint64_t{255},
                                     std::uint64_t{0x1234567890abcdef}, ~std::uint64_t{0}}) {
    char expected[32];
    std::snprintf(expected, sizeof expected, "%lx", static_cast<unsigned long>(number));
    EXPECT_EQ(hexadecimal(number), expected);
  }
}

TEST(Text, OfBytesIsReadBack) {
  std::vector<std::uint8_t> bytes;
  for (int byte = 0; byte < 256; ++byte)
    bytes.push_back(static_cast<std::uint8_t>(byte));
  const std::string digits = hexadecimal(bytes);
  EXPECT_EQ(digits.substr(0, 6), "000102");
  EXPECT_EQ(digits.size(), 512U);
  EXPECT_EQ(bytes_of_hexadecimal(digits), bytes);
}

TEST(Text, OfBytesIsReadInEitherCaseAndNothingElseIs) {
  EXPECT_EQ(bytes_of_hexadecimal("aAfF"), (std::vector<std::uint8_t>{0xAA, 0xFF}));
  EXPECT_EQ(bytes_of_hexadecimal(""), std::vector<std::uint8_t>{});
  for (const char *wrong : {"a", "abc", "0g", "g0", "0x", " 0", "-1", "+1", "\xff\xff"})
    EXPECT_EQ(bytes_of_hexadecimal(wrong), std::nullopt) << wrong;
}

} // namespace
} // namespace osaca
