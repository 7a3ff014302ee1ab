#include "pipeline/read/json_tree.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <random>

namespace osaca::testing {
namespace {

constexpr int most_nested = 16;

const std::vector<std::string> documents = {
    R"({"a": [1, -2, 3.5, 1e3, 0, -0, 18446744073709551615], "b": {"c": null, "d": [true, false]}})",
    "[\"\\u00e9\\ud83d\\ude00\", \"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\", \"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]",
    R"([0.1, 2e-400, 123456789012345678901234567890, -9223372036854775808, {"": ""}, [], {}])",
    " \t\r\n[ 1 , 2 ] ",
    "\"text\"",
    "17"};

/// Compares all values below `node` with what nlohmann's parser read.
void expect_agreement(const JsonTree &tree, JsonTree::Node node, const nlohmann::json &expected) {
  EXPECT_EQ(tree.is_object(node), expected.is_object());
  EXPECT_EQ(tree.is_array(node), expected.is_array());
  ASSERT_EQ(tree.is_text(node), expected.is_string());
  ASSERT_EQ(tree.is_number(node), expected.is_number());
  ASSERT_EQ(tree.is_boolean(node), expected.is_boolean());
  if (expected.is_string())
    EXPECT_EQ(tree.text(node), expected.get<std::string>());
  if (expected.is_boolean())
    EXPECT_EQ(tree.boolean(node), expected.get<bool>());
  if (expected.is_number()) {
    EXPECT_EQ(tree.real(node), expected.get<double>());
    EXPECT_EQ(tree.whole_number(node).has_value(), expected.is_number_integer());
  }
  if (expected.is_object())
    for (const auto &[name, value] : expected.items()) {
      ASSERT_TRUE(tree.member(node, name)) << name;
      expect_agreement(tree, *tree.member(node, name), value);
    }
  if (expected.is_array()) {
    ASSERT_EQ(tree.count(node), expected.size());
    JsonTree::Node element = JsonTree::first(node);
    for (const nlohmann::json &value : expected) {
      expect_agreement(tree, element, value);
      element = tree.after(element);
    }
  }
}

/// Null: it is no JSON, or a number is out of range.
std::optional<nlohmann::json> read_by_nlohmann(const std::string &text) {
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception &) {
    return std::nullopt;
  }
}

void expect_agreement(const std::string &text) {
  const std::optional<nlohmann::json> expected = read_by_nlohmann(text);
  const std::optional<JsonTree> tree = JsonTree::parse(text, most_nested);
  ASSERT_EQ(tree.has_value(), expected.has_value()) << text;
  if (tree)
    expect_agreement(*tree, JsonTree::root, *expected);
}

TEST(JsonTree, ReadsWhatAnotherParserReads) {
  for (const std::string &document : documents)
    expect_agreement(document);
}

TEST(JsonTree, AcceptsWhatAnotherParserAccepts) {
  for (const char *text : {"",
                           " ",
                           "01",
                           "1.",
                           ".5",
                           "-",
                           "+1",
                           "1e",
                           "1e400",
                           "nul",
                           "[1,]",
                           "[1 2]",
                           "{\"a\"}",
                           "{1:2}",
                           "\"\n\"",
                           "\"\\x\"",
                           "\"\\ud800\"",
                           "\"\\udc00\"",
                           "\"\\ud800\\u0041\"",
                           "\"\xc0\x80\"",
                           "\"\xed\xa0\x80\"",
                           "\"\xf4\x90\x80\x80\"",
                           "\"\xe2\x82",
                           "[1]]",
                           "{\"a\":1,}",
                           "\"\\u-123\"",
                           "\xEF\xBB\xBF[]",
                           "{\"a\":1,\"a\":2}"})
    expect_agreement(text);
}

TEST(JsonTree, AgreesWithAnotherParserOnDamagedDocuments) {
  std::mt19937 random(1);
  const std::string bytes = "{}[]\",:\\u0d8e.-+truefalsn \x7f\xc3\xa9\xed";
  for (int round = 0; round < 20000; ++round) {
    std::string text = documents[random() % documents.size()];
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      if (random() % 3 == 0)
        text.erase(at, 1 + random() % 4);
      else
        text.replace(at, random() % 2, 1, bytes[random() % bytes.size()]);
      if (text.empty())
        text = "0";
    }
    expect_agreement(text);
  }
}

TEST(JsonTree, LimitsNesting) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(JsonTree::parse(nested(most_nested), most_nested));
  EXPECT_FALSE(JsonTree::parse(nested(most_nested + 1), most_nested));
  EXPECT_FALSE(JsonTree::parse(std::string(1 << 20, '['), most_nested));
}

} // namespace
} // namespace osaca::testing
