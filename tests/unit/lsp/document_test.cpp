#include "driver/lsp/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace osaca::driver::lsp {
namespace {

using ::testing::ElementsAre;

std::string joined(const std::vector<std::string> &lines) {
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i)
    out += (i == 0 ? "" : "\n") + lines[i];
  return out;
}

TEST(Document, EndsOfLinesAreThoseOfTheProtocol) {
  EXPECT_THAT(lines_of_document("a\nb\r\nc\rd"), ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(lines_of_document(""), ElementsAre(""));
  EXPECT_THAT(lines_of_document("a\n"), ElementsAre("a", ""));
  EXPECT_THAT(lines_of_document("\n\r\n"), ElementsAre("", "", ""));
}

TEST(Document, TakesChangesOneAfterTheOther) {
  Document document("one\ntwo\nthree", 1);
  document.apply({Range{{1, 0}, {1, 3}}, "2"}, Encoding::utf16);
  EXPECT_THAT(document.lines(), ElementsAre("one", "2", "three"));
  document.apply({Range{{0, 3}, {2, 0}}, ""}, Encoding::utf16);
  EXPECT_THAT(document.lines(), ElementsAre("onethree"));
  document.apply({Range{{0, 3}, {0, 3}}, "\n\n"}, Encoding::utf16);
  EXPECT_THAT(document.lines(), ElementsAre("one", "", "three"));
  document.apply({{}, "all\nnew"}, Encoding::utf16);
  EXPECT_THAT(document.lines(), ElementsAre("all", "new"));
}

TEST(Document, CountsInTheClientsUnits) {
  Document document("\xf0\x9f\x99\x82x", 1);
  document.apply({Range{{0, 2}, {0, 3}}, "y"}, Encoding::utf16);
  EXPECT_THAT(document.lines(), ElementsAre("\xf0\x9f\x99\x82y"));
  document.apply({Range{{0, 4}, {0, 5}}, "z"}, Encoding::utf8);
  EXPECT_THAT(document.lines(), ElementsAre("\xf0\x9f\x99\x82z"));
}

TEST(Document, PlacesBehindTheEndAreTheEnd) {
  Document document("a", 1);
  document.apply({Range{{7, 7}, {9, 9}}, "b"}, Encoding::utf16);
  EXPECT_THAT(document.lines(), ElementsAre("ab"));
  document.apply({Range{{0, 2}, {0, 0}}, "c"}, Encoding::utf16);
  EXPECT_THAT(document.lines(), ElementsAre("abc")) << "a range that ends before it begins is empty";
}

/// The same on a text in one piece, where lines end with LF and all characters are bytes.
TEST(Document, ChangesAreThoseOfTheText) {
  std::mt19937 random(20); // NOLINT: the same each time
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  std::string text = "first\n\nsecond line\nlast";
  Document document(text, 1);
  for (int i = 0; i < 2000; ++i) {
    std::size_t begin = below(text.size() + 1);
    std::size_t end = std::min(text.size(), begin + below(12));
    std::string added;
    for (std::size_t letter = below(8); letter > 0; --letter)
      added += "ab\n \n"[below(5)];
    const auto position = [&](std::size_t byte) {
      const std::string before = text.substr(0, byte);
      const std::size_t line_begin = before.rfind('\n') + 1;
      return Position{static_cast<int>(std::ranges::count(before, '\n')), static_cast<int>(byte - line_begin)};
    };
    document.apply({Range{position(begin), position(end)}, added}, Encoding::utf8);
    text.replace(begin, end - begin, added);
    ASSERT_EQ(joined(document.lines()), text);
    if (text.size() > 500)
      text = "", document.apply({{}, ""}, Encoding::utf8);
  }
}

} // namespace
} // namespace osaca::driver::lsp
