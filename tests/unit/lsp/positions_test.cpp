#include "driver/lsp/document.h"

#include <gtest/gtest.h>

#include <string>

namespace osaca::driver::lsp {
namespace {

// In bytes: a 1, e with an accent 2, a kana 3, a smiling face 4; in UTF-16: 1, 1, 1, 2 (RFC 3629, RFC 2781).
const std::string wide_line = "a\xc3\xa9\xe3\x81\x82\xf0\x9f\x99\x82z";

TEST(Positions, CountsUtf16Units) {
  EXPECT_EQ(character_of(wide_line, 0, Encoding::utf16), 0);
  EXPECT_EQ(character_of(wide_line, 1, Encoding::utf16), 1);
  EXPECT_EQ(character_of(wide_line, 3, Encoding::utf16), 2);
  EXPECT_EQ(character_of(wide_line, 6, Encoding::utf16), 3);
  EXPECT_EQ(character_of(wide_line, 10, Encoding::utf16), 5);
  EXPECT_EQ(character_of(wide_line, 11, Encoding::utf16), 6);
  EXPECT_EQ(character_of(wide_line, 100, Encoding::utf16), 6) << "behind the end";
}

TEST(Positions, CountsBytes) {
  for (const std::size_t byte : {0U, 1U, 3U, 6U, 10U, 11U})
    EXPECT_EQ(character_of(wide_line, byte, Encoding::utf8), static_cast<int>(byte));
}

TEST(Positions, BytesAndCharactersAreEachOthersInverse) {
  for (const Encoding encoding : {Encoding::utf8, Encoding::utf16})
    for (const std::size_t byte : {0U, 1U, 3U, 6U, 10U, 11U})
      EXPECT_EQ(byte_of(wide_line, character_of(wide_line, byte, encoding), encoding), byte);
}

TEST(Positions, InsideOfACharacterIsItsBegin) {
  EXPECT_EQ(byte_of(wide_line, 4, Encoding::utf16), 6U);
  EXPECT_EQ(byte_of(wide_line, 2, Encoding::utf8), 1U);
  EXPECT_EQ(character_of(wide_line, 8, Encoding::utf16), 3);
}

TEST(Positions, BehindTheEndIsTheEnd) {
  EXPECT_EQ(byte_of(wide_line, 1000000, Encoding::utf16), wide_line.size());
  EXPECT_EQ(byte_of("", 3, Encoding::utf16), 0U);
}

TEST(Positions, BytesThatAreNoCharactersAreCountedOneByOne) {
  EXPECT_EQ(character_of("\x80\x80x", 2, Encoding::utf16), 2);
  EXPECT_EQ(byte_of("\xf0", 1, Encoding::utf16), 1U);
}

} // namespace
} // namespace osaca::driver::lsp
