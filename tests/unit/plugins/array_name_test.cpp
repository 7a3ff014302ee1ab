#include "capture.h"

#include <gtest/gtest.h>

namespace osaca::capture {
namespace {

TEST(ArrayName, StaysOnOneLineAndWithinItsLimit) {
  EXPECT_EQ(array_name("grid->cells"), "grid->cells");
  EXPECT_EQ(array_name("a\nb\tc\x7f"), "abc");
  EXPECT_EQ(array_name(std::string(longest_array_name, 'x')).size(), longest_array_name);
  EXPECT_EQ(array_name(std::string(1000, 'x')).size(), longest_array_name);
}

TEST(ArrayName, IsNotCutWithinALetter) {
  std::string umlauts;
  for (int i = 0; i < 100; ++i)
    umlauts += "\xc3\xa4";
  for (const std::string &start : {std::string(), std::string("x")}) {
    const std::string name = array_name(start + umlauts);
    const std::string kept = name.substr(start.size(), name.size() - start.size() - 3);
    EXPECT_LE(name.size(), longest_array_name);
    EXPECT_EQ(kept.size() % 2, 0U);
  }
}

TEST(FunctionName, HasNoParameters) {
  EXPECT_EQ(function_name("std::transform"), "std::transform");
  EXPECT_EQ(function_name("std::inner_product(_It1, _It1, _It2, _Tp) [with _It1 = double*]"), "std::inner_product");
  EXPECT_EQ(function_name("Grid<std::pair<int, long> >::smooth<8>(int) const"), "Grid::smooth");
  EXPECT_EQ(function_name("(anonymous namespace)::f(int)"), "(anonymous namespace)::f");
  EXPECT_EQ(function_name("A::operator()(int)"), "A::operator()");
  EXPECT_EQ(function_name("A<int>::operator<(A<int>)"), "A::operator<");
  EXPECT_EQ(function_name("A::operator<< <int>(int)"), "A::operator<<");
  EXPECT_EQ(function_name("A::operator->()"), "A::operator->");
  EXPECT_EQ(function_name("memset"), "memset");
  EXPECT_LE(function_name(std::string(1000, 'x')).size(), longest_function_name);
}

TEST(ArrayName, NumbersThatNoLoopHasAreUnknown) {
  EXPECT_EQ(known_number(1000), 1000);
  EXPECT_EQ(known_number(0), 0);
  EXPECT_EQ(known_number(-8), 0);
  EXPECT_EQ(known_number(largest_nest_number + 1), 0);
}

TEST(ArrayName, IsWrittenOnceForAllItsAccesses) {
  Capture capture;
  capture.functions.push_back(
      {.name = "f", .assembly = "", .instructions = {}, .accesses = {{4, "b"}, {5, "a"}, {6, "b"}}, .loops = {}});
  const std::string json = to_json(capture);
  EXPECT_NE(json.find(R"("arrays":["b","a"],"accesses":[[4,0],[5,1],[6,0]])"), std::string::npos) << json;
}

TEST(CompilersWords, AreTheFirstLineOfWhatIsSaid) {
  EXPECT_EQ(compilers_words("control flow in loop."), "control flow in loop.");
  EXPECT_EQ(compilers_words("unsafe dependent memory operations\nBackward dependence"),
            "unsafe dependent memory operations");
  EXPECT_EQ(compilers_words(std::string(10000, 'x')).size(), longest_words);
  EXPECT_EQ(compilers_words("\n"), "");
}

TEST(CapturedOptions, WhatIsNotKnownIsNotThere) {
  Capture capture;
  capture.functions.resize(1);
  EXPECT_NE(to_json(capture).find("\"options\":{}"), std::string::npos);
  capture.functions[0].options.level = 0;
  capture.functions[0].options.contracts = false;
  EXPECT_NE(to_json(capture).find("\"options\":{\"level\":0,\"contracts\":false}"), std::string::npos);
}

} // namespace
} // namespace osaca::capture
