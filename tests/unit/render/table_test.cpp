#include "render/table.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using Align = Table::Align;

TEST(Table, LinesUpColumns) {
  Table table({{"a", Align::right, ""}, {"name", Align::left, " | "}});
  table.add_row({{"1"}, {"x"}});
  table.add_rule();
  table.add_row({{"100"}, {"longer"}});
  EXPECT_EQ(table.text(false, 0), "  a | name\n  1 | x\n----+-------\n100 | longer\n");
}

TEST(Table, CutsOnlyTheLastColumnAndNeverToNothing) {
  Table table({{"a", Align::right, ""}, {"text", Align::left, " "}});
  table.add_row({{"1"}, {std::string(100, 'x')}});
  const std::string wide = table.text(false, 60);
  EXPECT_EQ(wide.substr(wide.find('\n') + 1), "1 " + std::string(55, 'x') + "...\n");
  const std::string narrow = table.text(false, 5);
  EXPECT_EQ(narrow.substr(narrow.find('\n') + 1), "1 " + std::string(21, 'x') + "...\n");
}

TEST(Table, ColourDoesNotChangeTheLayout) {
  Table table({{"a", Align::left, ""}, {"b", Align::left, " "}});
  table.add_row({{"x", Colour::red}, {"y", Colour::none}});
  std::string coloured_text = table.text(true, 0);
  for (std::size_t at = coloured_text.find('\033'); at != std::string::npos; at = coloured_text.find('\033'))
    coloured_text.erase(at, coloured_text.find('m', at) - at + 1);
  EXPECT_EQ(coloured_text, table.text(false, 0));
}

TEST(Text, WidthCountsCodePoints) {
  EXPECT_EQ(display_width("\xC2\xB5op"), 3);
  EXPECT_EQ(shortened("\xC2\xB5\xC2\xB5\xC2\xB5\xC2\xB5\xC2\xB5", 4), "\xC2\xB5...");
}

TEST(Text, WrapsAtSpacesOnly) {
  EXPECT_EQ(wrapped("one two three four five six seven", 30, 2), "one two three four five six\n  seven");
  EXPECT_EQ(wrapped("any text", 0, 2), "any text");
}

} // namespace
} // namespace osaca
