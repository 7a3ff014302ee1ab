#include "report/data_place.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

TEST(DataPlace, NumbersOfBytes) {
  const std::pair<const char *, std::int64_t> known[] = {{"1", 1},
                                                         {"4096", 4096},
                                                         {"4096 bytes", 4096},
                                                         {"1 byte", 1},
                                                         {"48 kB", 48000},
                                                         {"48KiB", 49152},
                                                         {" 48\tkib ", 49152},
                                                         {"1.5 MB", 1500000},
                                                         {"2 GiB", std::int64_t{2} << 30},
                                                         {"0.5 KiB", 512},
                                                         {"9007199254740992", std::int64_t{1} << 53}};
  for (const auto &[text, bytes] : known)
    EXPECT_EQ(parse_bytes(text), bytes) << text;
}

TEST(DataPlace, WhatIsNoNumberOfBytes) {
  for (const char *text : {"",
                           " ",
                           "kB",
                           "0",
                           "0 MB",
                           "0.5",
                           "-1",
                           "+1",
                           "1e9",
                           "1..5 kB",
                           "1.2.3",
                           ".",
                           "48 TB",
                           "48 mebibytes",
                           "9007199254740993 kB",
                           "99999999999999999999999999999999999999999",
                           "0x10",
                           "48 kB kB",
                           "inf",
                           "nan",
                           "1,5 MB",
                           "\xff"})
    EXPECT_FALSE(parse_bytes(text)) << text;
  EXPECT_FALSE(parse_bytes(std::string(1 << 20, '9')));
}

TEST(DataPlace, LevelsInAnySpelling) {
  const std::pair<const char *, const char *> known[] = {
      {"L1", "L1"}, {"l2", "L2"}, {" L3 ", "L3"}, {"MEM", "MEM"}, {"mem", "MEM"}, {"Memory", "MEM"}, {"DRAM", "MEM"}};
  for (const auto &[text, level] : known) {
    const Expected<DataPlace> place = parse_data_place(text);
    ASSERT_TRUE(place) << text;
    EXPECT_EQ(place->level, level);
    EXPECT_FALSE(place->bytes);
    EXPECT_TRUE(place->names_a_place());
  }
}

TEST(DataPlace, ErrorsNameTheExpectedSyntax) {
  for (const char *text : {"", "L", "L0", "L10", "cache", "L3 MB", "48 TB", "L-1"}) {
    const Expected<DataPlace> place = parse_data_place(text);
    ASSERT_FALSE(place) << text;
    EXPECT_NE(place.error().message.find("L1, L2, L3, MEM"), std::string::npos) << text;
  }
  EXPECT_LT(parse_data_place(std::string(1 << 20, 'x')).error().message.size(), 200U)
      << "of a long text only the beginning";
}

TEST(DataPlace, WhatIsShownReadsBackTheSame) {
  for (const char *text : {"L3", "memory", "48 kB", "1.5 MB", "1"}) {
    const Expected<DataPlace> place = parse_data_place(text);
    ASSERT_TRUE(place) << text;
    EXPECT_EQ(*parse_data_place(text_of(*place)), *place) << text;
  }
}

TEST(DataPlace, RowsInElementsOrBytes) {
  const auto elements = [](const char *text) { return parse_rows(text)->row_elements.value_or(0); };
  const auto bytes = [](const char *text) { return parse_rows(text)->row_bytes.value_or(0); };
  EXPECT_EQ(elements("8000"), 8000);
  EXPECT_EQ(bytes("8000"), 0) << "of the loop's own type, whatever that is";
  EXPECT_EQ(bytes("8000 doubles"), 64000);
  EXPECT_EQ(bytes("8000floats"), 32000);
  EXPECT_EQ(bytes("64 kB"), 64000);
  EXPECT_EQ(bytes("64000 bytes"), 64000);
  EXPECT_EQ(elements("64 kB"), 0);
  EXPECT_FALSE(parse_rows("8000")->names_a_place());
}

TEST(DataPlace, WhatIsNoLengthOfARow) {
  for (const char *text :
       {"", "0", "-8", "8000 longs", "eight", "1.5", "1.5 doubles", "9007199254740992 doubles", "L3", "8 8"})
    EXPECT_FALSE(parse_rows(text)) << text;
}

TEST(DataPlace, JoinsPlacesFieldByField) {
  const DataPlace in_l3 = *parse_data_place("L3");
  const DataPlace of_size = *parse_data_place("4 MB");
  const DataPlace rows = *parse_rows("8000");
  EXPECT_EQ(joined_places(in_l3, of_size), in_l3) << "a level and a size are not mixed";
  EXPECT_EQ(joined_places(of_size, in_l3), of_size);
  EXPECT_EQ(joined_places(DataPlace{}, in_l3), in_l3);
  const DataPlace both = joined_places(in_l3, rows);
  EXPECT_EQ(both.level, "L3");
  EXPECT_EQ(both.row_elements, 8000);
  const DataPlace own_rows = joined_places(*parse_rows("64 kB"), both);
  EXPECT_EQ(own_rows.level, "L3");
  EXPECT_EQ(own_rows.row_bytes, 64000);
  EXPECT_FALSE(own_rows.row_elements) << "one length only";
}

} // namespace
} // namespace osaca
