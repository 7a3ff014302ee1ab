#include "measure/ports/usage_solver.h"

#include "measure/ports/pipe_assignment.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace osaca::measure {
namespace {

constexpr std::size_t most_candidate_sets = 96;
constexpr std::size_t most_explanations = 32;
constexpr int most_steps = 50000;

/// With everything that sets have in common, the smallest first.
std::vector<PipeSet> with_common_parts(const std::vector<PipeDemand> &inside) {
  std::set<PipeSet> made;
  for (const PipeDemand &one : inside) {
    std::vector<PipeSet> more = {one.pipes};
    for (const PipeSet other : made)
      if ((other & one.pipes) != 0)
        more.push_back(other & one.pipes);
    made.insert(more.begin(), more.end());
    if (made.size() > most_candidate_sets)
      break;
  }
  std::vector<PipeSet> sorted(made.begin(), made.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](PipeSet a, PipeSet b) { return std::popcount(a) < std::popcount(b); });
  return sorted;
}

class Solver {
public:
  explicit Solver(const std::vector<PipeDemand> &inside) : sets_(with_common_parts(inside)), inside_(inside) {
    for (const PipeDemand &one : inside)
      left_.push_back(static_cast<int>(std::lround(one.cycles)));
  }

  std::vector<std::vector<PipeDemand>> all() {
    choose(0);
    std::stable_sort(made_.begin(), made_.end(), [](const auto &a, const auto &b) { return a.size() < b.size(); });
    return std::move(made_);
  }

private:
  [[nodiscard]] int most_for(PipeSet set) const {
    int most = -1;
    for (std::size_t i = 0; i < inside_.size(); ++i)
      if ((set & ~inside_[i].pipes) == 0)
        most = most < 0 ? left_[i] : std::min(most, left_[i]);
    return std::max(most, 0);
  }

  void change(PipeSet set, int by) {
    for (std::size_t i = 0; i < inside_.size(); ++i)
      if ((set & ~inside_[i].pipes) == 0)
        left_[i] += by;
  }

  /// Whether a set that is larger than those still to come would stay unexplained.
  [[nodiscard]] bool is_hopeless(std::size_t from) const {
    for (std::size_t i = 0; i < inside_.size(); ++i)
      if (left_[i] > 0 && std::none_of(sets_.begin() + static_cast<std::ptrdiff_t>(from), sets_.end(),
                                       [&](PipeSet set) { return (set & ~inside_[i].pipes) == 0; }))
        return true;
    return false;
  }

  void choose(std::size_t index) {
    if (++steps_ > most_steps || made_.size() >= most_explanations || is_hopeless(index))
      return;
    if (index == sets_.size()) {
      made_.push_back(chosen_);
      return;
    }
    const PipeSet set = sets_[index];
    for (int cycles = most_for(set); cycles >= 0; --cycles) {
      if (cycles > 0) {
        chosen_.push_back({set, static_cast<double>(cycles)});
        change(set, -cycles);
      }
      choose(index + 1);
      if (cycles > 0) {
        change(set, cycles);
        chosen_.pop_back();
      }
    }
  }

  std::vector<PipeSet> sets_;
  const std::vector<PipeDemand> &inside_;
  std::vector<int> left_;
  std::vector<PipeDemand> chosen_;
  std::vector<std::vector<PipeDemand>> made_;
  int steps_ = 0;
};

} // namespace

std::vector<std::vector<PipeDemand>> explanations(const std::vector<PipeDemand> &inside) {
  std::vector<PipeSet> sets;
  for (const PipeDemand &one : inside)
    sets.push_back(one.pipes);
  // Components have nothing to do with each other: each way of one goes with each way of the others.
  std::vector<std::vector<PipeDemand>> made = {{}};
  for (const PipeSet component : components(sets)) {
    std::vector<PipeDemand> own;
    for (const PipeDemand &one : inside)
      if ((one.pipes & ~component) == 0)
        own.push_back(one);
    std::vector<std::vector<PipeDemand>> next;
    for (const auto &ways = Solver(own).all(); const std::vector<PipeDemand> &way : ways)
      for (const std::vector<PipeDemand> &before : made)
        if (next.size() < most_explanations) {
          next.push_back(before);
          next.back().insert(next.back().end(), way.begin(), way.end());
        }
    made = std::move(next);
  }
  return made;
}

} // namespace osaca::measure
