#include "render/text/table.h"

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

std::string without_spaces(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

TEST(Table, WrapsTheLastColumnAndCutsNothing) {
  const std::string prose = "5.0 macro-ops, 6.0 per cycle, and some more words that explain it";
  Table table({{"a", Align::right, ""}, {"text", Align::left, " | "}});
  table.add_row({{"1"}, {prose}});
  for (int width : {5, 20, 28, 40, 60}) {
    const std::string text = table.text(false, width);
    std::string told = without_spaces(text.substr(text.find('\n') + 1));
    std::erase(told, '|');
    EXPECT_EQ(told, "1" + without_spaces(prose)) << width;
    for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
      if (width >= 4 + 24) {
        EXPECT_LE(end - at, static_cast<std::size_t>(width)) << text;
      }
    }
  }
}

TEST(Table, IsUnchangedIfWrappingSavesNothing) {
  Table table({{std::string(50, 'a'), Align::right, ""}, {"text", Align::left, " | "}});
  table.add_row({{"1"}, {"several words that could be wrapped"}});
  EXPECT_EQ(table.text(false, 40), table.text(false, 0));
}

TEST(Table, LeavesExpendableColumnsOutBeforeItCutsTheOthers) {
  const std::string name(30, 'n');
  Table table({{"time", Align::right, ""},
               {"trips", Align::right, " ", Table::Shorten::no, 0, 2},
               {"vectors", Align::right, " ", Table::Shorten::no, 0, 1},
               {"name", Align::left, " ", Table::Shorten::begin, 25}});
  table.add_row({{"1 %"}, {"9"}, {"512"}, {name}});
  const auto shown = [&](int width) { return table.text(false, width); };
  for (const char *title : {"trips", "vectors"})
    EXPECT_NE(shown(0).find(title), std::string::npos);
  EXPECT_NE(shown(49).find(name), std::string::npos) << "all of it fits";
  EXPECT_NE(shown(44).find("trips"), std::string::npos) << "the name is still comfortable";
  EXPECT_EQ(shown(43).find("trips"), std::string::npos) << "the largest number goes first";
  EXPECT_NE(shown(43).find("vectors"), std::string::npos);
  EXPECT_EQ(shown(30).find("vectors"), std::string::npos);
  EXPECT_NE(shown(20).find("1 %"), std::string::npos) << "what is not expendable stays";
}

TEST(Table, ColourDoesNotChangeTheLayout) {
  Table table({{"a", Align::left, ""}, {"b", Align::left, " "}});
  table.add_row({{"x", Colour::red}, {"y", Colour::none}});
  std::string coloured_text = table.text(true, 0);
  for (std::size_t at = coloured_text.find('\033'); at != std::string::npos; at = coloured_text.find('\033'))
    coloured_text.erase(at, coloured_text.find('m', at) - at + 1);
  EXPECT_EQ(coloured_text, table.text(false, 0));
}

TEST(Text, WidthCountsCodePoints) { EXPECT_EQ(display_width("\xC2\xB5op"), 3); }

TEST(Text, WrapsAtSpacesOnly) {
  EXPECT_EQ(wrapped("one two three four five six seven", 30, 2), "one two three four five six\n  seven");
  EXPECT_EQ(wrapped("any text", 0, 2), "any text");
}

} // namespace
} // namespace osaca
