#include "measure/file/yaml_writer.h"

#include "measure/file/measurement_file.h"

#include <gtest/gtest.h>

#include <vector>

namespace osaca::measure {
namespace {

constexpr auto one_line = YamlWriter::Layout::one_line;

TEST(AYamlWriter, WritesALineForEachEntryOrOneLineForAll) {
  YamlWriter out;
  out.object([&] {
    out.word_field("schema", "osaca-test-1");
    out.field("title", "a \"b\" \\ c: # {d}");
    out.field_unless_empty("nothing", "");
    out.key("parts");
    out.array(std::vector{1, 2}, [&](int part) {
      out.object([&] {
        out.field("number", part);
        out.field("even", part % 2 == 0);
        out.key("pair");
        out.object([&] { out.word_field("cycles", "0.250"); }, one_line);
      });
    });
    out.key("names");
    out.array(std::vector{"a", "b"}, [&](const char *name) { out.value(name); }, one_line);
  });
  EXPECT_EQ(out.take(), R"(schema: osaca-test-1
title: "a \"b\" \\ c: # {d}"
parts:
  - number: 1
    even: false
    pair: {cycles: 0.250}
  - number: 2
    even: true
    pair: {cycles: 0.250}
names: ["a", "b"]
)");
}

TEST(AYamlWriter, KeepsHostileTextsOnOneLine) {
  YamlWriter out;
  out.object([&] {
    out.field("text", "a\nb: c\x01\xff");
    out.word_field("word", "x: [y");
  });
  EXPECT_EQ(out.take(), "text: \"a; b: c  \"\nword: \"x: [y\"\n");
}

TEST(AYamlWord, IsQuotedUnlessItIsPlain) {
  EXPECT_EQ(yaml_word("znver4"), "znver4");
  EXPECT_EQ(yaml_word("a\nb: 1"), "\"a; b: 1\"");
  EXPECT_EQ(yaml_word("- a"), "\"- a\"");
  EXPECT_EQ(yaml_word(""), "\"\"");
}

TEST(AYamlList, QuotesItsTexts) { EXPECT_EQ(yaml_list({"a", "b\""}), "[\"a\", \"b\\\"\"]"); }

} // namespace
} // namespace osaca::measure
