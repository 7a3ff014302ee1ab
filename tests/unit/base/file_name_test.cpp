#include "base/source_location.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

namespace osaca {
namespace {

std::string normal_by_the_library(const std::string &path) {
  std::string out = std::filesystem::path(path).lexically_normal().string();
  while (out.size() > 1 && out.ends_with('/'))
    out.pop_back();
  return out;
}

TEST(NormalPath, IsThatOfTheStandardLibrary) {
  for (const char *path : {"",         "/",
                           "//",       ".",
                           "..",       "/..",
                           "/../..",   "a",
                           "a/",       "./a",
                           "a/.",      "a/..",
                           "a/../..",  "../a/..",
                           "/a/../..", "a//b",
                           "//a",      "/a/b/../../..",
                           "../../a",  "a/../../b/../c"})
    EXPECT_EQ(normal_path(path), normal_by_the_library(path)) << path;
  std::mt19937 random(1);
  const std::vector<std::string> parts = {"/", "..", ".", "a", "bc", "/../", "/", "...", ".b"};
  for (int i = 0; i < 20'000; ++i) {
    std::string path;
    for (unsigned k = random() % 12; k > 0; --k)
      path += parts[random() % parts.size()] + (random() % 2 == 0 ? "/" : "");
    ASSERT_EQ(normal_path(path), normal_by_the_library(path)) << path;
  }
}

TEST(NormalPath, TakesRelativeNamesFromAFolder) {
  EXPECT_EQ(normal_path("/p/build", "../src/a.c"), "/p/src/a.c");
  EXPECT_EQ(normal_path("/p/build", "/src/a.c"), "/src/a.c");
  EXPECT_EQ(normal_path("/p/build", ""), "/p/build");
  EXPECT_EQ(normal_path("/", "a.c"), "/a.c");
}

TEST(FolderOf, IsThatOfTheStandardLibrary) {
  for (const char *path : {"", "a", "/a", "a/b", "/a/b", "a/", "/"})
    EXPECT_EQ(folder_of(path), std::filesystem::path(path).parent_path().string()) << path;
}

TEST(FileName, CanBeAsLongAsTheKernelTakesIt) {
  EXPECT_TRUE(can_name_a_file(std::string(4095, 'a')));
  EXPECT_FALSE(can_name_a_file(std::string(4096, 'a')));
  EXPECT_FALSE(can_name_a_file(std::string_view("a\0b", 3)));
  EXPECT_EQ(file_name_or_nothing(std::string(4096, 'a')), "");
  EXPECT_EQ(file_name_or_nothing("a.c"), "a.c");
}

TEST(FileName, HeadersOfTheSystemAreKnownByTheirFolder) {
  for (const char *path : {"/usr/include/stdio.h", "/usr/lib/gcc/x86_64-linux-gnu/12/include/avxintrin.h",
                           "/opt/llvm/lib/clang/19/include/avxintrin.h", "/opt/gcc/include/c++/15/vector",
                           "/usr/aarch64-linux-gnu/include/math.h"})
    EXPECT_TRUE(is_system_header(path)) << path;
  for (const char *path : {"", "a.h", "include/a.h", "/home/me/usr/include/a.h", "/usr/src/a.h"})
    EXPECT_FALSE(is_system_header(path)) << path;
}

} // namespace
} // namespace osaca
