// The source files of debug information, each once.
#include "decode/image/line_table.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

const std::string one_md5(16, '\1'), other_md5(16, '\2');

TEST(LineFiles, EachOnceInEachFolder) {
  LineFiles files;
  const std::uint32_t first = files.number_of("", "a.c", "/w");
  EXPECT_EQ(files.number_of("", "a.c", "/w"), first);
  EXPECT_NE(files.number_of("", "a.c", "/v"), first);
  EXPECT_EQ(files.number_of("", "/a.c", "/v"), files.number_of("", "/a.c", "/w"));
  EXPECT_EQ(files.number_of("", "C:/a.c", "/v"), files.number_of("", "C:/a.c", "/w"));
}

TEST(LineFiles, WhatChangedBetweenTwoCompilationsIsTwoFiles) {
  LineFiles files;
  const std::uint32_t one = files.number_of("", "a.h", "/w", one_md5);
  const std::uint32_t other = files.number_of("", "a.h", "/w", other_md5);
  EXPECT_NE(one, other);
  EXPECT_EQ(files.number_of("", "a.h", "/w", one_md5), one);
  const std::vector<LineFile> made = files.take();
  EXPECT_EQ(made.at(one).md5, one_md5);
  EXPECT_EQ(made.at(other).md5, other_md5);
}

TEST(LineFiles, NoMoreIsReadThanFourGigabytes) {
  LineFiles files; // an entry of two bytes may name both a folder and a file of thousands
  const std::string folder(4000, 'f');
  std::uint64_t read_bytes = 0;
  while (read_bytes < std::uint64_t{5} << 30U && files.number_of("", "a.c", folder, one_md5) != 0)
    read_bytes += folder.size();
  EXPECT_LE(read_bytes, std::uint64_t{4} << 30U);
  EXPECT_GT(read_bytes, std::uint64_t{3} << 30U);
}

} // namespace
} // namespace osaca
