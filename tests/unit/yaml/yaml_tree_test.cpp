#include "yaml/tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace osaca {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string refusal(const std::string &text, const YamlLimits &limits = {}) {
  const Expected<YamlNode> node = parse_yaml(text, "f.yml", limits);
  return node ? "accepted" : node.error().text();
}

TEST(YamlTree, KnowsThePlaceOfEachNode) {
  const Expected<YamlNode> root = parse_yaml("a: 1\nb:\n  - x\n  - {c: y}\n", "f.yml");
  ASSERT_TRUE(root);
  ASSERT_EQ(root->entries.size(), 2u);
  const YamlNode &list = root->entries[1].value;
  ASSERT_EQ(list.items.size(), 2u);
  EXPECT_EQ(list.items[0].line, 3);
  EXPECT_EQ(list.items[0].column, 5);
  EXPECT_EQ(list.items[1].entries[0].value.text, "y");
}

TEST(YamlTree, RefusesWhatModelsDoNotUse) {
  EXPECT_THAT(refusal("a: &x 1\nb: *x\n"), HasSubstr("f.yml:1:"));
  EXPECT_THAT(refusal("a: &x 1\nb: *x\n"), HasSubstr("anchors"));
  EXPECT_THAT(refusal("a: !!binary abc\n"), HasSubstr("tags"));
  EXPECT_THAT(refusal("? [a, b]\n: c\n"), HasSubstr("a key must be a word, not a list"));
  EXPECT_THAT(refusal("a: 1\n---\nb: 2\n"), HasSubstr("more than one YAML document"));
  EXPECT_THAT(refusal(""), HasSubstr("the file is empty"));
  EXPECT_THAT(refusal(std::string("a: 1\nb: \0c\n", 11)), HasSubstr("f.yml:2:4: the file contains a NUL byte"));
  EXPECT_THAT(refusal("a: 1\nb: gr\xfcn\n"), HasSubstr("f.yml:2:6: the file is not UTF-8 text"));
  EXPECT_THAT(refusal("a: 1\n# gr\xfcn\n"), HasSubstr("f.yml:2:5: the file is not UTF-8 text"));
  EXPECT_THAT(refusal(std::string("\xff\xfe"
                                  "a\0:\0 \0b\0",
                                  10)),
              HasSubstr("the file is UTF-16 text"));
  EXPECT_THAT(refusal("a: [1, 2\n"), HasSubstr("not valid YAML"));
}

TEST(YamlTree, RefusesAliasBombsBeforeTheyGrow) {
  std::string bomb = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 100; ++i)
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + ", *a" +
            std::to_string(i - 1) + "]\n";
  EXPECT_THAT(refusal(bomb), HasSubstr("f.yml:1:"));
}

TEST(YamlTree, BoundsSizeDepthAndNumberOfValues) {
  EXPECT_THAT(refusal(std::string((16u << 20) + 1, ' ')), HasSubstr("the limit is 16777216"));
  EXPECT_THAT(refusal(std::string(1 << 14, '[')), HasSubstr("nested too deeply"));
  EXPECT_THAT(refusal("a: 1\nb: " + std::string(1 << 20, '[')), HasSubstr("f.yml:2: the line has more than 20000"));
  std::string nested;
  for (int i = 0; i < 100; ++i)
    nested += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_THAT(refusal(nested), HasSubstr("nested too deeply"));
  EXPECT_THAT(refusal("[1, 2, 3, 4]", YamlLimits{100, 100, 5, 4}), HasSubstr("too many values"));
  std::string keys;
  for (int i = 0; i < 600; ++i)
    keys += "k" + std::to_string(i) + ": 1\n";
  EXPECT_THAT(refusal(keys), HasSubstr("too many keys"));
}

TEST(YamlTree, GarbageIsRefusedWithAPlace) {
  std::mt19937 random(3);
  const std::string letters = "{}[]:,-?&*!|>'\"%@`# \n\tab01\\~\x80\xff";
  for (int i = 0; i < 5000; ++i) {
    std::string text;
    for (auto left = random() % 60; left > 0; --left)
      text += letters[random() % letters.size()];
    const Expected<YamlNode> node = parse_yaml(text, "f.yml");
    EXPECT_THAT(node ? "f.yml:" : node.error().text(), StartsWith("f.yml:")) << text;
  }
}

} // namespace
} // namespace osaca
