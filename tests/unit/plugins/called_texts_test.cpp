// The functions that captured loops call are found by the symbols in the assembly.
#include "called_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Unit {
  std::vector<std::string> names;
  std::vector<std::string> texts;

  [[nodiscard]] std::vector<std::size_t> called_by(const std::vector<std::size_t> &roots) const {
    std::vector<FunctionText> functions;
    for (std::size_t i = 0; i < names.size(); ++i)
      functions.push_back({&names[i], &texts[i]});
    return called_texts(functions, roots);
  }
};

TEST(CalledTexts, FollowCallsAndJumpsOfAllIsas) {
  const Unit unit{
      {"main", "f", "g", "h", "unused"},
      {"main:\n\tcall\tf@PLT\n\tbl g\n", "f:\n\tjmp\th\n", "g:\n\tret\n", "h:\n\tret\n", "unused:\n\tcall f\n"}};
  EXPECT_THAT(unit.called_by({0}), ElementsAre(1, 2, 3));
}

TEST(CalledTexts, IgnoreOtherInstructions) {
  const Unit unit{{"main", "f"}, {"main:\n\tleaq\tf(%rip), %rax\n\t.globl f\n", "f:\n\tret\n"}};
  EXPECT_THAT(unit.called_by({0}), IsEmpty());
}

TEST(CalledTexts, EndWithRecursion) {
  const Unit unit{{"main", "f"}, {"\tcall f\n\tcall main\n", "\tcall f\n\tcall main\n"}};
  EXPECT_THAT(unit.called_by({0}), ElementsAre(1));
}

TEST(CalledTexts, AreLimitedInNumberAndDepth) {
  Unit chain;
  Unit star{{"f0"}, {""}};
  for (int f = 0; f < 1000; ++f) {
    chain.names.push_back("f" + std::to_string(f));
    chain.texts.push_back("\tcall f" + std::to_string(f + 1) + "\n");
    star.names.push_back("g" + std::to_string(f));
    star.texts.emplace_back("\tret\n");
    star.texts[0] += "\tcall g" + std::to_string(f) + "\n";
  }
  EXPECT_LE(chain.called_by({0}).size(), 10U);
  EXPECT_LE(star.called_by({0}).size(), 100U);
}

TEST(CalledTexts, AreAppendedToTheFunctionsThatCallThem) {
  const auto function = [](const std::string &name, const std::string &assembly) {
    capture::Function made;
    made.name = name;
    made.assembly = assembly;
    return made;
  };
  std::vector<capture::Function> functions = {function("main", "\tcall f\n")};
  add_called(functions, {function("unused", "\tret\n"), function("g", "\tret\n"), function("f", "\tjmp g\n")});
  ASSERT_EQ(functions.size(), 3U);
  EXPECT_EQ(functions[1].name, "f");
  EXPECT_EQ(functions[2].name, "g");
  EXPECT_EQ(functions[2].assembly, "\tret\n");
}

} // namespace
} // namespace osaca
