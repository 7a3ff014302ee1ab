// What RFC 4180 says about fields, and what broken files are answered.
#include "csv.h"

#include <gmock/gmock.h>

namespace osaca::accuracy {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CsvTable table_of(const std::string &text) {
  Expected<CsvTable> table = read_csv(text, "t.csv");
  EXPECT_TRUE(table) << (table ? "" : table.error().text());
  return table ? *table : CsvTable{};
}

std::string problem_of(const std::string &text) {
  const Expected<CsvTable> table = read_csv(text, "t.csv");
  EXPECT_FALSE(table);
  return table ? "" : table.error().text();
}

TEST(Csv, QuotedFieldsHoldCommasQuotesAndLineEnds) {
  const CsvTable table = table_of("a,b\n\"1,2\",\"say \"\"x\"\"\"\n\"two\nlines\",last\n");
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_THAT(table.columns, ElementsAre("a", "b"));
  EXPECT_THAT(table.rows[0].fields, ElementsAre("1,2", "say \"x\""));
  EXPECT_THAT(table.rows[1].fields, ElementsAre("two\nlines", "last"));
}

TEST(Csv, LinesAreCountedThroughQuotedLineEnds) {
  const CsvTable table = table_of("a\n\"x\ny\nz\"\nb\n");
  EXPECT_EQ(table.rows[0].line, 2);
  EXPECT_EQ(table.rows[1].line, 5);
}

TEST(Csv, BothLineEndsAndAMissingLastOneAreTaken) {
  const CsvTable table = table_of("a,b\r\n1,\"2\"\r\n3,");
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_THAT(table.rows[0].fields, ElementsAre("1", "2"));
  EXPECT_THAT(table.rows[1].fields, ElementsAre("3", ""));
}

TEST(Csv, EmptyLinesAndAByteOrderMarkAreNoRows) {
  const CsvTable table = table_of("\xef\xbb\xbf"
                                  "a,b\n\n1,2\n\n");
  EXPECT_THAT(table.columns, ElementsAre("a", "b"));
  EXPECT_EQ(table.rows.size(), 1U);
}

TEST(Csv, BrokenFilesAreAnsweredWithTheLine) {
  EXPECT_THAT(problem_of("a,b\n1\n"), HasSubstr("t.csv:2: 1 fields"));
  EXPECT_THAT(problem_of("a,b\n1,\"open\n"), HasSubstr("t.csv:2: the quoted field that begins here has no end"));
  EXPECT_THAT(problem_of("a,b\n\"x\"y,2\n"), HasSubstr("t.csv:2"));
  EXPECT_THAT(problem_of("a,b\n1,x\"y\n"), HasSubstr("t.csv:2"));
  EXPECT_THAT(problem_of(""), HasSubstr("empty"));
}

TEST(Csv, WhatIsWrittenIsReadBack) {
  for (const std::string text : {"plain", "a,b", "say \"x\"", "two\nlines", "\r", ""}) {
    const CsvTable table = table_of("t,u\n" + csv_field(text) + ",1\n");
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_EQ(table.rows[0].fields[0], text);
  }
}

} // namespace
} // namespace osaca::accuracy
