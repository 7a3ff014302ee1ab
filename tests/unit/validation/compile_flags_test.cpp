// Which options of a build system are used for files that are compiled without it.
#include "measure/validation/compile_flags.h"

#include <gmock/gmock.h>

namespace osaca::measure::validation {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> flags_of(const std::string &command) {
  const auto flags =
      compile_flags(R"([{"directory": "/project/build", "file": "../src/a.c", "command": ")" + command + R"("}])",
                    "compile_commands.json");
  EXPECT_TRUE(flags) << command;
  if (!flags || !flags->contains("/project/src/a.c"))
    return {"no entry"};
  return flags->at("/project/src/a.c");
}

TEST(CompileFlags, AreThoseThatChangeTheMeaningOfTheSource) {
  EXPECT_THAT(flags_of("gcc -O2 -Wall -march=x86-64 -DA=1 -D B -I../include -isystem /usr/x -std=gnu99 -o a.o -c "
                       "../src/a.c"),
              ElementsAre("-D", "A=1", "-D", "B", "-I", "/project/include", "-isystem", "/usr/x", "-std=gnu99"));
  EXPECT_THAT(flags_of("gcc -g -MD -MF a.d -fplugin=x.so -c ../src/a.c -o a.o"), IsEmpty());
  EXPECT_THAT(flags_of("gcc -include config.h -UNDEBUG -c ../src/a.c"),
              ElementsAre("-include", "config.h", "-U", "NDEBUG"));
}

TEST(CompileFlags, AreReadFromLists) {
  const auto flags = compile_flags(
      R"([{"directory": "/b", "file": "/s/a.c", "arguments": ["cc", "-DNAME=\"a b\"", "-c", "/s/a.c"]},
          {"directory": "/b", "file": "/s/a.c", "arguments": ["cc", "-DSECOND"]},
          {"file": "/s/b.c"}, 7])",
      "compile_commands.json");
  ASSERT_TRUE(flags);
  EXPECT_EQ(flags->size(), 1U);
  EXPECT_THAT(flags->at("/s/a.c"), ElementsAre("-D", "NAME=\"a b\"")) << "the first of two";
}

TEST(CompileFlags, AreNotThoseOfOtherFiles) {
  for (const char *text : {"", "{}", "no JSON", "[", "7"})
    EXPECT_FALSE(compile_flags(text, "compile_commands.json")) << text;
}

TEST(CompileFlags, AreSplitAsByAShell) {
  EXPECT_THAT(words_of_command(R"(cc '-DA="x y"' -D\ B "-DC=\"q\"" '' -E)"),
              ElementsAre("cc", "-DA=\"x y\"", "-D B", "-DC=\"q\"", "", "-E"));
  EXPECT_THAT(words_of_command("  "), IsEmpty());
  EXPECT_THAT(words_of_command("cc 'open"), ElementsAre("cc", "open"));
}

} // namespace
} // namespace osaca::measure::validation
