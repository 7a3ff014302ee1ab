// Names of C++ functions in Windows' symbols. The symbols are clang-cl's of the functions that are expected, or made to
// become as long as possible.
#include "decode/coff/coff_image.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Symbol named(const std::string &symbol) { return WindowsNames().function(symbol, Symbol::Kind::function, 0); }

/// A function of a pointer to a function of such pointers, and so on: `repeats` at each of `levels`.
std::string growing_symbol(int levels, int repeats) {
  std::string symbol = "?f@@YAXPEAN";
  for (int level = 0; level < levels; ++level)
    symbol += "P6AX" + std::string(static_cast<std::size_t>(repeats), static_cast<char>('0' + level)) + "@Z";
  return symbol + "@Z";
}

/// The same with templates in templates: "a<b<b<x, x>, b<x, x>>, ...>".
std::string growing_template(int levels, int repeats) {
  std::string inner = "Vx@@";
  for (int level = 0; level < levels; ++level) {
    std::string outer = "V?$t@" + inner;
    for (int repeat = 0; repeat < repeats; ++repeat)
      outer += "V1@";
    inner = outer + "@@";
  }
  return "?f@@YAX" + inner + "@Z";
}

TEST(WindowsNames, FunctionsAreCalledAsInTheSource) {
  const Symbol symbol = named("?f@@YAXPEAN00000@Z");
  EXPECT_EQ(symbol.name, "f(double*, double*, double*, double*, double*, double*)");
  EXPECT_THAT(symbol.aliases, ElementsAre("?f@@YAXPEAN00000@Z"));
}

TEST(WindowsNames, TemplatesOfLibrariesAreNotTooLong) {
  const Symbol symbol = named("??A?$map@U?$basic_string@DU?$char_traits@D@std@@U?$allocator@D@2@@std@@HU?$less@U?$"
                              "basic_string@DU?$char_traits@D@std@@U?$"
                              "allocator@D@2@@std@@@2@U?$allocator@U?$pair@$$CBU?$basic_string@DU?$char_traits@D@std@@"
                              "U?$allocator@D@2@@std@@H@std@@@2@@std@@"
                              "QEAAAEAHAEBU?$basic_string@DU?$char_traits@D@std@@U?$allocator@D@2@@1@@Z");
  const std::string text = "std::basic_string<char, std::char_traits<char>, std::allocator<char>>";
  EXPECT_EQ(symbol.name, "std::map<" + text + ", int, std::less<" + text + ">, std::allocator<std::pair<" + text +
                             " const, int>>>::operator[](" + text + " const&)");
}

TEST(WindowsNames, WhatWouldFillTheMemoryKeepsItsSymbol) {
  for (const std::string &symbol :
       {growing_symbol(10, 40), growing_symbol(10, 9), growing_template(60, 9), growing_template(200, 1)}) {
    ASSERT_LT(symbol.size(), 4096U); // which is what real ones reach
    const Symbol made = named(symbol);
    EXPECT_EQ(made.name, symbol);
    EXPECT_THAT(made.aliases, IsEmpty());
  }
}

TEST(WindowsNames, UnreadableNamesKeepTheirSymbol) {
  const std::string name(1000, 'n'); // as each of twenty parameters
  const std::string symbol = "?f@@YAXV" + name + "@@PEAV1@" + std::string(19, '1') + "@Z";
  EXPECT_EQ(named(symbol).name, symbol);
  EXPECT_EQ(named("?f@@YAXV" + name + "@@PEAV1@1@Z").name, "f(" + name + ", " + name + "*, " + name + "*)");
}

TEST(WindowsNames, SymbolsOfOneFileAreBoundedTogether) {
  WindowsNames names; // each of these has 16 kB for 1 kB
  const std::string name(1000, 'n');
  const std::string symbol = "?f@@YAXV" + name + "@@PEAV1@" + std::string(13, '1') + "@Z";
  std::size_t kept_bytes = 0;
  Symbol last;
  for (int time = 0; time < 40'000; ++time) {
    last = names.function(symbol, Symbol::Kind::function, 0);
    kept_bytes += last.aliases.empty() ? 0 : last.name.size();
  }
  EXPECT_LE(kept_bytes, std::size_t{512} << 20U);
  EXPECT_GT(kept_bytes, std::size_t{256} << 20U);
  EXPECT_EQ(last.name, symbol);
}

} // namespace
} // namespace osaca
