#include "measure/file/number_text.h"

#include <gmock/gmock.h>

namespace osaca::measure {
namespace {

TEST(Hex, ReadsBothCases) {
  const auto bytes = bytes_of_hex(" 48Ff0a\t");
  ASSERT_TRUE(bytes);
  EXPECT_THAT(*bytes, testing::ElementsAre(0x48, 0xff, 0x0a));
  EXPECT_EQ(hex_of(*bytes), "48ff0a");
}

TEST(Hex, RefusesAllElse) {
  for (const char *text : {"4", "zz", "48 01", "0x48"})
    EXPECT_FALSE(bytes_of_hex(text)) << text;
}

} // namespace
} // namespace osaca::measure
