#include "measure/from_tables/analogies.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>

namespace osaca::measure::from_tables {

namespace {

constexpr std::size_t longest_middle = 6;
constexpr std::size_t shortest_frame = 4; ///< letters that both names must have in common

/// Calls `use` with all ways to cut a short middle out of a name.
void for_each_frame(const std::string &name,
                    const std::function<void(const std::string &frame, const std::string &middle)> &use) {
  for (std::size_t begin = 0; begin <= name.size(); ++begin)
    for (std::size_t length = 0; length <= longest_middle && begin + length <= name.size(); ++length)
      if (name.size() - length >= shortest_frame)
        use(name.substr(0, begin) + "*" + name.substr(begin + length), name.substr(begin, length));
}

/// The edit of the smallest extent: the middles have neither their first nor their last letter in common.
bool is_minimal(std::string_view a, std::string_view b) {
  return a != b && (a.empty() || b.empty() || (a.front() != b.front() && a.back() != b.back()));
}

} // namespace

bool same_figure(double a_cycles, double b_cycles) {
  constexpr double part = 0.06;
  constexpr double cycles = 0.04;
  return std::abs(a_cycles - b_cycles) <= std::max(cycles, part * std::max(a_cycles, b_cycles));
}

Majority majority_of(const std::vector<double> &figures) {
  Majority best;
  for (const double one : figures) {
    const auto count = static_cast<std::size_t>(
        std::ranges::count_if(figures, [one](double other) { return same_figure(one, other); }));
    if (count > best.count)
      best = {one, count};
  }
  return best;
}

double reliability_of(std::size_t right, std::size_t all) {
  return (static_cast<double>(right) + 0.5) / (static_cast<double>(all) + 1.5);
}

Analogies::Analogies(std::map<std::string, KnownFigure> known) : known_(std::move(known)) {
  for (const auto &[opcode, figure] : known_)
    for_each_frame(opcode, [&](const std::string &frame, const std::string &middle) {
      by_frame_[frame].push_back({opcode, middle});
    });
  for (const auto &[frame, places] : by_frame_)
    for (const Place &from : places)
      for (const Place &to : places)
        if (is_minimal(from.middle, to.middle))
          cases_[{from.middle, to.middle}].push_back({known_.at(from.opcode), known_.at(to.opcode)});
}

namespace {

/// For divisions and similar slow operations, of which no two take the same time: the usual ratio.
std::optional<Vote> slow_vote(const auto &cases, double before) {
  constexpr double slow = 5; // cycles
  constexpr double reliability = 0.6;
  std::vector<double> ratios;
  for (const auto &one : cases)
    if (one.before.value > slow && one.after.value > 0)
      ratios.push_back(one.after.value / one.before.value);
  if (before <= slow || ratios.empty())
    return std::nullopt;
  std::ranges::sort(ratios);
  return Vote{before * ratios[ratios.size() / 2], reliability};
}

} // namespace

/// What most cases of an analogy give that begin with the same figure. Where none of them has the form's trait, the
/// analogy says less.
std::optional<Vote> Analogies::vote(const std::vector<Case> &cases, double before, int trait) const {
  std::vector<double> alike;
  std::vector<double> all;
  for (const Case &one : cases)
    if (same_figure(one.before.value, before)) {
      all.push_back(one.after.value);
      if (one.after.trait == trait)
        alike.push_back(one.after.value);
    }
  if (all.empty())
    return slow_vote(cases, before);
  constexpr double without_trait = 0.75;
  const std::vector<double> &used = alike.empty() ? all : alike;
  const Majority majority = majority_of(used);
  return Vote{majority.value, reliability_of(majority.count, used.size()) * (alike.empty() ? without_trait : 1)};
}

std::optional<Vote> Analogies::vote_of_other_width(const std::string &opcode, int trait) const {
  constexpr double reliability = 0.95;
  for (std::size_t i = 0; i < opcode.size(); ++i) {
    if (opcode[i] != 'W' && opcode[i] != 'X')
      continue;
    std::string other = opcode;
    other[i] = opcode[i] == 'W' ? 'X' : 'W';
    if (const auto found = known_.find(other); found != known_.end() && found->second.trait == trait)
      return Vote{found->second.value, reliability};
  }
  return std::nullopt;
}

std::vector<Vote> Analogies::votes(const std::string &opcode, int trait) const {
  std::vector<Vote> made;
  for_each_frame(opcode, [&](const std::string &frame, const std::string &middle) {
    const auto places = by_frame_.find(frame);
    if (places == by_frame_.end())
      return;
    for (const Place &from : places->second) {
      if (from.opcode == opcode || !is_minimal(from.middle, middle))
        continue;
      if (const auto cases = cases_.find({from.middle, middle}); cases != cases_.end())
        if (const auto one = vote(cases->second, known_.at(from.opcode).value, trait))
          made.push_back(*one);
    }
  });
  return made;
}

} // namespace osaca::measure::from_tables
