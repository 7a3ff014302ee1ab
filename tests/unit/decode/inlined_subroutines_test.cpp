// DWARF's entries for inlined code, made by hand as the DWARF 5 standard lays them out (section 7.5, 7.25), and DWARF
// 4's.
#include "decode/dwarf/dwarf_tables.h"
#include "made_bytes.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

using testing::number;

enum Tag : unsigned { compile_unit = 0x11, inlined_subroutine = 0x1d };
enum Attribute : unsigned { low_pc = 0x11, high_pc = 0x12, external = 0x3f, ranges = 0x55 };
enum Form : unsigned { addr = 0x01, data1 = 0x0b, sec_offset = 0x17, flag_present = 0x19 };

std::string abbreviation(unsigned code, Tag tag, bool has_children,
                         const std::vector<std::pair<Attribute, Form>> &attributes) {
  std::string made = number(code, 1) + number(tag, 1) + number(has_children ? 1 : 0, 1);
  for (const auto &[name, form] : attributes)
    made += number(name, 1) + number(form, 1);
  return made + number(0, 2);
}

std::string unit(unsigned version, const std::string &entries) {
  const std::string header = version == 5 ? number(5, 2) + number(1, 1) + number(8, 1) + number(0, 4)
                                          : number(version, 2) + number(0, 4) + number(8, 1);
  const std::string content = header + number(1, 1) + entries + number(0, 1);
  return number(content.size(), 4) + content;
}

struct Sections {
  std::string info;
  std::string abbreviations;
  std::string ranges = {};      ///< of DWARF 4
  std::string range_lists = {}; ///< of DWARF 5
};

std::size_t count_of_intervals(const Sections &made) {
  return inlined_subroutines({made.info, made.abbreviations, {}, made.ranges, made.range_lists}, {}).intervals().size();
}

/// Many calls whose code is told by one list, and one whose list has some code.
Sections with_shared_list(unsigned version, int calls, const std::string &shared_list, const std::string &own_list) {
  Sections made;
  made.abbreviations = abbreviation(1, compile_unit, true, {}) +
                       abbreviation(2, inlined_subroutine, false, {{ranges, sec_offset}}) + '\0';
  std::string entries;
  for (int call = 0; call < calls; ++call)
    entries += number(2, 1) + number(0, 4);
  entries += number(2, 1) + number(shared_list.size(), 4);
  made.info = unit(version, entries);
  (version == 5 ? made.range_lists : made.ranges) = shared_list + own_list;
  return made;
}

std::string many_of(const std::string &text, int times) {
  std::string made;
  for (int time = 0; time < times; ++time)
    made += text;
  return made;
}

TEST(InlinedSubroutines, ManyMayNotReadTheSameListOfNothing) {
  constexpr int million = 1'000'000;
  const std::string offsets = number(4, 1), base = number(5, 1), end_of_list = number(0, 1), end_of_old_list(16, '\0');
  const std::string own = offsets + number(0x10, 1) + number(0x20, 1) + end_of_list;
  const std::string own_old = number(0x10, 8) + number(0x20, 8) + end_of_old_list;
  const std::string empty_pairs = many_of(offsets + number(0, 2), million) + end_of_list;
  const std::string bases = many_of(base + number(0, 8), million) + end_of_list;
  const std::string old_pairs = many_of(number(1, 8) + number(1, 8), million) + end_of_old_list;
  const std::string old_bases = many_of(number(~std::uint64_t{0}, 8) + number(0, 8), million) + end_of_old_list;
  for (const std::string &list : {empty_pairs, bases}) {
    EXPECT_EQ(count_of_intervals(with_shared_list(5, 15, list, own)), 1U);
    EXPECT_EQ(count_of_intervals(with_shared_list(5, 16, list, own)), 0U);
  }
  for (const std::string &list : {old_pairs, old_bases}) {
    EXPECT_EQ(count_of_intervals(with_shared_list(4, 15, list, own_old)), 1U);
    EXPECT_EQ(count_of_intervals(with_shared_list(4, 16, list, own_old)), 0U);
  }
}

/// One call with `flags` attributes that take no bytes.
Sections with_flags(int flags) {
  std::vector<std::pair<Attribute, Form>> attributes = {{low_pc, addr}, {high_pc, data1}};
  for (int flag = 0; flag < flags; ++flag)
    attributes.emplace_back(external, flag_present);
  Sections made;
  made.abbreviations =
      abbreviation(1, compile_unit, true, {}) + abbreviation(2, inlined_subroutine, false, attributes) + '\0';
  made.info = unit(5, number(2, 1) + number(0x1000, 8) + number(0x10, 1));
  return made;
}

TEST(InlinedSubroutines, AttributesWithoutBytesAreBounded) {
  EXPECT_EQ(count_of_intervals(with_flags(0)), 1U);
  EXPECT_EQ(count_of_intervals(with_flags(998)), 1U);
  EXPECT_EQ(count_of_intervals(with_flags(999)), 0U);
}

} // namespace
} // namespace osaca
