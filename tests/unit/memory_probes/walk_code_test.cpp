// What walks touch, by carrying out their text: the assembly is simple enough to be read here.
#include "measure/memory/walk_code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

namespace osaca::measure::memory {
namespace {

struct Touched {
  std::string base;
  std::int64_t offset = 0;
  friend bool operator==(const Touched &, const Touched &) = default;
};

/// The places of one turn of the inner loop, in order.
std::vector<Touched> places_of_turn(const std::string &text) {
  std::vector<Touched> places;
  std::istringstream lines(text.substr(text.find("turn:")));
  for (std::string line; std::getline(lines, line) && line.find("add $") == std::string::npos;) {
    const std::size_t open = line.find("(%");
    if (line.find("mova") == std::string::npos || open == std::string::npos)
      continue;
    const std::size_t begin = line.find_last_of(" ", open) + 1;
    places.push_back(
        {line.substr(open + 2, line.find(',', open) - open - 2), std::stoll(line.substr(begin, open - begin))});
  }
  return places;
}

std::int64_t number_after(const std::string &text, const std::string &what) {
  return std::stoll(text.substr(text.find(what) + what.size()));
}

TEST(WalkCode, AStridedReadTouchesEachLineOfItsStepOnce) {
  for (const bool has_avx : {true, false})
    for (const int step : {1, 2, 3, 8, 16}) {
      Walk walk;
      walk.kind = WalkKind::strided_read;
      walk.bytes = 64 << 10;
      walk.step_bytes = step * line_bytes;
      const std::string text = walk_text(walk, has_avx);
      const std::int64_t turn = number_after(text, "add $");
      std::set<std::int64_t> lines;
      for (const Touched &place : places_of_turn(text)) {
        EXPECT_EQ(place.offset % walk.step_bytes, 0);
        EXPECT_LT(place.offset, turn);
        EXPECT_TRUE(lines.insert(place.offset).second);
      }
      EXPECT_EQ(static_cast<std::int64_t>(lines.size()) * walk.step_bytes, turn);
      const std::int64_t sweep = number_after(text, "lea ");
      EXPECT_EQ(sweep, span_bytes(walk));
      EXPECT_EQ(sweep % turn, 0) << "the loop must meet its end";
    }
}

TEST(WalkCode, PortionsOfALargeStridedReadMeetItsEnd) {
  for (const int step : {1, 3, 16}) {
    Walk walk;
    walk.kind = WalkKind::strided_read;
    walk.bytes = (8 << 20) + 640; // rounded to whole portions
    walk.step_bytes = step * line_bytes;
    const Expected<CodedWalk> made = coded(walk, false, 1);
    ASSERT_TRUE(made) << made.error().text();
    const std::int64_t portion = number_after(walk_text(walk, false), "lea ");
    const auto whole = static_cast<std::int64_t>(made->task.short_window.general[3]); // rbx
    EXPECT_EQ(whole, std::int64_t{8} * (1 << 20) * step);
    EXPECT_EQ(whole % portion, 0);
    EXPECT_GE(static_cast<std::int64_t>(made->task.regions.back().bytes), whole);
    // Steps are counted in lines that are touched.
    EXPECT_EQ(made->shorter_steps, static_cast<double>(made->task.short_window.general[15]) *
                                       static_cast<double>(portion / walk.step_bytes));
  }
}

TEST(WalkCode, WritesOfHalfLinesDifferInTheirOrderOnly) {
  for (const bool has_avx : {true, false}) {
    Walk walk;
    walk.bytes = 128 << 10;
    std::map<WalkKind, std::vector<Touched>> places;
    std::map<WalkKind, int> visits; // to halves of lines after another one
    for (const WalkKind kind : {WalkKind::write_in_a_row, WalkKind::write_by_turns}) {
      walk.kind = kind;
      places[kind] = places_of_turn(walk_text(walk, has_avx));
      std::string last;
      for (const Touched &place : places[kind]) {
        const std::string line = place.base + std::to_string(place.offset / line_bytes);
        visits[kind] += line != last ? 1 : 0;
        last = line;
      }
    }
    EXPECT_EQ(visits[WalkKind::write_in_a_row], 8) << "four lines of each array";
    EXPECT_EQ(visits[WalkKind::write_by_turns], 16);
    auto in_order = places;
    for (auto &[kind, all] : in_order)
      std::ranges::sort(all, [](const Touched &a, const Touched &b) {
        return std::tie(a.base, a.offset) < std::tie(b.base, b.offset);
      });
    EXPECT_EQ(in_order[WalkKind::write_in_a_row], in_order[WalkKind::write_by_turns]);
  }
}

} // namespace
} // namespace osaca::measure::memory
