// The texts are those of compilers as distributions ship them (`clang --version`, `gcc -v`).
#include "loader/host_clang.h"
#include "loader/host_gcc.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ClangVersion, IsReadFromTextsOfAllVendors) {
  EXPECT_EQ(clang_major("Debian clang version 14.0.6"), 14);
  EXPECT_EQ(clang_major("Debian clang version 19.1.7 (3~deb12u1)"), 19);
  EXPECT_EQ(clang_major("Ubuntu clang version 18.1.3 (1ubuntu1)"), 18);
  EXPECT_EQ(clang_major("clang version 22.0.0git (https://github.com/llvm/llvm-project.git 0123abc)"), 22);
  EXPECT_EQ(clang_major("Android (12470979, +pgo) clang version 18.0.3"), 18);
}

TEST(ClangVersion, IsUnknownWhereTheTextDoesNotTell) {
  for (const char *text : {"", "clang", "clang version ", "clang version x", "gcc version 12.2.0",
                           "clang version 99999999999999999999999"})
    EXPECT_EQ(clang_major(text), 0) << text;
}

TEST(ClangProgram, IsTheCompilerAndNoOtherToolOfIt) {
  for (const char *path : {"/usr/lib/llvm-19/bin/clang", "clang-22", "/opt/bin/clang++", "clang++-14", "clang-19.1",
                           "x86_64-linux-gnu-clang-19", "aarch64-linux-gnu-clang++"})
    EXPECT_TRUE(is_clang_program(path)) << path;
  for (const char *path : {"", "/usr/bin/clangd", "clang-tidy-19", "clang-format", "notclang", "/usr/bin/gcc-12",
                           "/home/clang/bin/cc1", "python3.11", "/usr/bin/"})
    EXPECT_FALSE(is_clang_program(path)) << path;
}

TEST(ClangHost, IsNotSeenInAProgramWithoutIt) { EXPECT_EQ(host_clang().host, Host::not_clang); }

GccVersion gcc(const char *version, const char *configured) { return {version, "20220819", "", "", configured}; }

constexpr const char *nowhere = "/somewhere/cc1";

TEST(GccIdentity, IsMadeOfVersionAndTarget) {
  const GccVersion debian = gcc("12.2.0", "../src/configure -v --with-pkgversion='Debian 12.2.0-14' --disable-werror "
                                          "--build=x86_64-linux-gnu --host=x86_64-linux-gnu --target=x86_64-linux-gnu");
  EXPECT_THAT(gcc_identities(debian, "/usr/lib/gcc/x86_64-linux-gnu/12/cc1"),
              ElementsAre("gcc-12.2.0-x86_64-linux-gnu", "gcc-12-x86_64-linux-gnu"));
  EXPECT_EQ(gcc_description(debian, nowhere), "gcc 12 (x86_64-linux-gnu)");
}

TEST(GccIdentity, OfACrossCompilerIsItsTargets) {
  const GccVersion cross = gcc("12.2.0", "../src/configure --build=x86_64-linux-gnu --host=x86_64-linux-gnu "
                                         "--target=aarch64-linux-gnu --program-prefix=aarch64-linux-gnu-");
  EXPECT_THAT(gcc_identities(cross, nowhere), ElementsAre("gcc-12.2.0-aarch64-linux-gnu", "gcc-12-aarch64-linux-gnu"));
}

TEST(GccIdentity, ComesFromTheCompilersPlaceWhereNothingWasConfigured) {
  EXPECT_THAT(gcc_identities(gcc("15.1.0", "../configure --disable-bootstrap"),
                             "/opt/gcc/libexec/gcc/x86_64-pc-linux-gnu/15.1.0/cc1plus"),
              ElementsAre("gcc-15.1.0-x86_64-pc-linux-gnu", "gcc-15-x86_64-pc-linux-gnu"));
}

TEST(GccIdentity, TriesBothNamesOfATargetThatHasTwo) {
  EXPECT_THAT(gcc_identities(gcc("13.3.0", "'--build=x86_64-redhat-linux' --enable-languages=c"),
                             "/usr/libexec/gcc/x86_64-pc-linux-gnu/13/cc1"),
              ElementsAre("gcc-13.3.0-x86_64-redhat-linux", "gcc-13-x86_64-redhat-linux",
                          "gcc-13.3.0-x86_64-pc-linux-gnu", "gcc-13-x86_64-pc-linux-gnu"));
}

TEST(GccIdentity, IsUnknownWithoutATarget) {
  EXPECT_THAT(gcc_identities(gcc("12.2.0", nullptr), nowhere), IsEmpty());
  EXPECT_THAT(gcc_identities(gcc(nullptr, nullptr), ""), IsEmpty());
  EXPECT_EQ(gcc_description(gcc("12.2.0", ""), "cc1"), "gcc 12");
}

} // namespace
} // namespace osaca
