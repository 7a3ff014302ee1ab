#include "base/name_matching.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace osaca {
namespace {

/// The definition, by recursion: what the fast matcher is held against.
bool matches_by_definition(std::string_view pattern, std::string_view text) {
  if (pattern.empty())
    return text.empty();
  if (pattern[0] == '*')
    return matches_by_definition(pattern.substr(1), text) ||
           (!text.empty() && matches_by_definition(pattern, text.substr(1)));
  return !text.empty() && (pattern[0] == '?' || pattern[0] == text[0]) &&
         matches_by_definition(pattern.substr(1), text.substr(1));
}

TEST(Glob, MatchesOpcodeNames) {
  EXPECT_TRUE(glob_matches("VADDPD*rr", "VADDPDZ256rr"));
  EXPECT_FALSE(glob_matches("VADDPD*rr", "VADDPDZ256rrk"));
  EXPECT_TRUE(glob_matches("ADD64r?", "ADD64rm"));
  EXPECT_FALSE(glob_matches("ADD64r?", "ADD64r"));
  EXPECT_TRUE(glob_matches("*", ""));
}

TEST(Glob, AgreesWithItsDefinitionOnRandomTexts) {
  std::mt19937 random(7);
  const auto word = [&](std::string_view letters) {
    std::string out;
    for (auto left = random() % 9; left > 0; --left)
      out += letters[random() % letters.size()];
    return out;
  };
  for (int i = 0; i < 20000; ++i) {
    const std::string pattern = word("ab*?"), text = word("ab");
    EXPECT_EQ(glob_matches(pattern, text), matches_by_definition(pattern, text)) << pattern << " on " << text;
  }
}

TEST(Glob, TakesBoundedTimeOnManyStars) {
  std::string pattern;
  for (int i = 0; i < 1000; ++i)
    pattern += "*a";
  EXPECT_FALSE(glob_matches(pattern + "b", std::string(5000, 'a')));
}

} // namespace
} // namespace osaca
