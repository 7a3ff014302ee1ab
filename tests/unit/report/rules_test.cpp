#include "report/rules.h"

#include <gtest/gtest.h>

#include <string>

namespace osaca {
namespace {

TEST(Rules, EachIsFoundByItsNameWithAndWithoutThePrefix) {
  for (const Rule &rule : rules()) {
    const std::string id(rule.id);
    for (const std::string &name : {id, id.substr(6)}) {
      const auto found = rules_named(name);
      ASSERT_EQ(found.size(), 1U) << name;
      EXPECT_EQ(found.front()->id, rule.id);
    }
  }
}

TEST(Rules, APrefixMeansAllThatBeginWithIt) {
  const auto found = rules_named("osaca-memory");
  ASSERT_GE(found.size(), 2U);
  for (const Rule *rule : found)
    EXPECT_TRUE(rule->id.starts_with("osaca-memory")) << rule->id;
  EXPECT_EQ(rules_named("memory"), found);
  EXPECT_EQ(rules_named("OSACA-Memory"), found);
  EXPECT_EQ(rules_named("osaca-").size(), rules().size());
}

TEST(Rules, OtherNamesMeanNoneAndGetASuggestion) {
  for (const char *name : {"fma", "port-bund", "osaca-lcb-bound", "", "xyzzy", "spill"})
    EXPECT_TRUE(rules_named(name).empty()) << name;
  EXPECT_EQ(rule_suggestion("fma"), "; did you mean 'osaca-missed-fma'?");
  EXPECT_EQ(rule_suggestion("port-bund"), "; did you mean 'osaca-port-bound'?");
  EXPECT_EQ(rule_suggestion("osaca-lcb-bound"), "; did you mean 'osaca-lcd-bound'?");
  EXPECT_EQ(rule_suggestion("xyzzy"), "");
  EXPECT_EQ(rule_suggestion(std::string(100000, 'a')), "");
}

} // namespace
} // namespace osaca
