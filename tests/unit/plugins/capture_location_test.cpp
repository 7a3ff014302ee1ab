#include "capture.h"

#include <gtest/gtest.h>

namespace osaca::capture {
namespace {

TEST(CaptureLocation, KeepsWhatAPlaceCanBe) {
  const Location location = location_at("a.c", 12, 3);
  EXPECT_EQ(location.file, "a.c");
  EXPECT_EQ(location.line, 12);
  EXPECT_EQ(location.column, 3);
}

TEST(CaptureLocation, DoesNotKnowWhatNoPlaceCanBe) {
  for (const long line : {0L, -1L, -2147483648L, 2147483647L, 4294967295L}) {
    EXPECT_EQ(location_at("a.c", line, 3).line, 0) << line;
    EXPECT_EQ(location_at("a.c", line, 3).column, 0) << "a column of no line";
    EXPECT_EQ(location_at("a.c", line, 3).file, "a.c");
  }
  EXPECT_EQ(location_at("a.c", 12, -1).column, 0);
  EXPECT_EQ(location_at("a.c", 12, 4294967295L).column, 0);
  EXPECT_EQ(location_at(std::string(4095, 'a'), 12, 3).file.size(), 4095U); // limits.h: PATH_MAX counts the final zero
  EXPECT_EQ(location_at(std::string(4096, 'a'), 12, 3).file, "");
  EXPECT_EQ(location_at(std::string(4096, 'a'), 12, 3).line, 12);
}

} // namespace
} // namespace osaca::capture
