#include "decode/image/inline_sites.h"

#include "base/index.h"

#include <algorithm>
#include <tuple>

namespace osaca {
namespace {

// Deeper than compilers inline; it is looked through for each instruction.
constexpr int most_intervals_around = 256;

void nest(std::vector<InlineSites::Interval> &intervals) {
  std::ranges::sort(intervals, [](const auto &a, const auto &b) {
    return std::tuple(a.begin, b.end, a.site) < std::tuple(b.begin, a.end, b.site);
  });
  std::vector<int> around;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    while (!around.empty() && intervals[at(around.back())].end <= intervals[i].begin)
      around.pop_back();
    intervals[i].around = around.empty() ? -1 : around.back();
    around.push_back(static_cast<int>(i));
  }
}

} // namespace

InlineSites::InlineSites(std::vector<InlineSite> sites, std::vector<Interval> intervals)
    : sites_(std::move(sites)), intervals_(std::move(intervals)) {
  nest(intervals_);
}

const InlineSite *InlineSites::at(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(intervals_, address, {}, &Interval::begin);
  int steps = 0;
  for (int i = static_cast<int>(after - intervals_.begin()) - 1; i >= 0 && ++steps < most_intervals_around;
       i = intervals_[osaca::at(i)].around)
    if (address < intervals_[osaca::at(i)].end)
      return &sites_[osaca::at(intervals_[osaca::at(i)].site)];
  return nullptr;
}

} // namespace osaca
