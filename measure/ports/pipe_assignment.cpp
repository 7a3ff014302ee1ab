#include "measure/ports/pipe_assignment.h"

#include "base/index.h"

#include <algorithm>
#include <bit>
#include <map>

namespace osaca::measure {

namespace {

constexpr std::size_t most_extensions = 4096;

/// Pipes that belong to the same classes, the lowest number first.
std::vector<std::vector<int>> interchangeable_pipes(const PipeAssignment &structure) {
  std::map<std::vector<bool>, std::vector<int>> groups;
  for (int pipe = 0; pipe < structure.pipes; ++pipe) {
    std::vector<bool> membership;
    for (const PipeSet set : structure.classes)
      membership.push_back(((set >> pipe) & 1U) != 0);
    groups[membership].push_back(pipe);
  }
  std::vector<std::vector<int>> made;
  for (auto &[membership, pipes] : groups)
    made.push_back(std::move(pipes));
  return made;
}

class Extender {
public:
  Extender(const PipeAssignment &structure, int size, const std::vector<SharedPipes> &limits)
      : structure_(structure), size_(size), limits_(limits), groups_(interchangeable_pipes(structure)) {}

  std::vector<PipeAssignment> all() {
    choose(0, 0, size_);
    std::ranges::stable_sort(made_, [](const PipeAssignment &a, const PipeAssignment &b) { return a.pipes < b.pipes; });
    return std::move(made_);
  }

private:
  [[nodiscard]] int shared(PipeSet set, std::size_t with) const {
    return std::popcount(set & structure_.classes[with]);
  }
  [[nodiscard]] bool shares_too_much(PipeSet set) const {
    for (std::size_t i = 0; i < limits_.size(); ++i)
      if (shared(set, i) > limits_[i].most)
        return true;
    return false;
  }
  [[nodiscard]] bool shares_enough(PipeSet set) const {
    for (std::size_t i = 0; i < limits_.size(); ++i)
      if (shared(set, i) < limits_[i].least)
        return false;
    return true;
  }

  void choose(std::size_t group, PipeSet set, int missing) {
    if (made_.size() >= most_extensions || shares_too_much(set))
      return;
    if (group == groups_.size()) {
      if (structure_.pipes + missing > most_pipes || !shares_enough(set))
        return;
      for (int i = 0; i < missing; ++i)
        set |= PipeSet{1} << (structure_.pipes + i);
      PipeAssignment next = structure_;
      next.pipes += missing;
      next.classes.push_back(set);
      made_.push_back(std::move(next));
      return;
    }
    const std::vector<int> &pipes = groups_[group];
    choose(group + 1, set, missing);
    for (int taken = 1; taken <= std::min(missing, static_cast<int>(pipes.size())); ++taken) {
      set |= PipeSet{1} << pipes[at(taken - 1)];
      choose(group + 1, set, missing - taken);
    }
  }

  const PipeAssignment &structure_;
  int size_;
  const std::vector<SharedPipes> &limits_;
  std::vector<std::vector<int>> groups_;
  std::vector<PipeAssignment> made_;
};

} // namespace

std::vector<PipeAssignment> extensions(const PipeAssignment &structure, int size,
                                       const std::vector<SharedPipes> &limits) {
  return Extender(structure, size, limits).all();
}

std::vector<PipeSet> components(const std::vector<PipeSet> &sets) {
  std::vector<PipeSet> made;
  for (PipeSet set : sets) {
    std::vector<PipeSet> apart;
    for (const PipeSet other : made)
      if ((other & set) != 0)
        set |= other;
      else
        apart.push_back(other);
    apart.push_back(set);
    made = std::move(apart);
  }
  return made;
}

namespace {

constexpr std::size_t most_compared =
    24; // of the candidates, evenly chosen: enough to find a mix that distinguishes some

constexpr std::size_t most_compared_at_last = 256; // if those cannot be distinguished

class Chooser {
public:
  Chooser(const std::vector<PipeAssignment> &candidates, const std::vector<int> &sizes, double width,
          double distinct_ratio, const std::vector<std::vector<int>> &tried)
      : candidates_(candidates), sizes_(sizes), width_(width), ratio_(distinct_ratio), tried_(tried),
        copies_(sizes.size(), 0) {
    // Classes that share no pipe with the last one in any candidate do not help.
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i)
      if (may_matter(i))
        others_.push_back(i);
  }

  std::optional<std::vector<int>> best() {
    step_ = std::max<std::size_t>(1, candidates_.size() / most_compared);
    search();
    if (!best_ && step_ > 1 && candidates_.size() <= most_compared_at_last) {
      step_ = 1;
      search();
    }
    return best_;
  }

private:
  void search() {
    for (const int factor : {1, 2}) {
      copies_.back() = sizes_.back() * factor;
      choose(0, 0);
    }
  }

  [[nodiscard]] bool may_matter(std::size_t other) const {
    return std::ranges::any_of(candidates_, [&](const PipeAssignment &one) {
      for (const PipeSet component : components(one.classes))
        if ((component & one.classes.back()) != 0 && (component & one.classes[other]) != 0)
          return true;
      return false;
    });
  }

  void choose(std::size_t from, int chosen) {
    constexpr int most_others = 3;
    consider();
    if (chosen == most_others)
      return;
    for (std::size_t i = from; i < others_.size(); ++i) {
      const std::size_t other = others_[i];
      for (const int factor : {1, 2}) {
        if (factor == 2 && chosen > 0)
          continue;
        copies_[other] = sizes_[other] * factor;
        choose(i + 1, chosen + 1);
      }
      copies_[other] = 0;
    }
  }

  /// A mix is better if it distinguishes more groups of candidates, and more clearly.
  void consider() {
    std::vector<double> cycles;
    for (std::size_t i = 0; i < candidates_.size(); i += step_)
      cycles.push_back(predicted_by(candidates_[i], copies_, width_));
    std::ranges::sort(cycles);
    int groups = 1;
    double clearest = 0;
    for (std::size_t i = 1; i < cycles.size(); ++i)
      if (cycles[i] >= cycles[i - 1] * ratio_) {
        ++groups;
        clearest = std::max(clearest, cycles[i] / cycles[i - 1]);
      }
    const bool better = groups > best_groups_ || (groups == best_groups_ && clearest > clearest_ + 1e-9);
    if (groups < 2 || !better || std::ranges::find(tried_, copies_) != tried_.end())
      return;
    best_groups_ = groups;
    clearest_ = clearest;
    best_ = copies_;
  }

  const std::vector<PipeAssignment> &candidates_;
  const std::vector<int> &sizes_;
  double width_;
  double ratio_;
  const std::vector<std::vector<int>> &tried_;
  std::vector<int> copies_;
  std::size_t step_ = 1;
  std::vector<std::size_t> others_;
  std::optional<std::vector<int>> best_;
  int best_groups_ = 1;
  double clearest_ = 0;
};

} // namespace

double predicted_by(const PipeAssignment &structure, const std::vector<int> &copies, double dispatch_width) {
  std::vector<PipeDemand> demands;
  double all = 0;
  for (std::size_t i = 0; i < copies.size() && i < structure.classes.size(); ++i)
    if (copies[i] > 0) {
      demands.push_back({structure.classes[i], static_cast<double>(copies[i])});
      all += copies[i];
    }
  return std::max(port_bound(std::move(demands)), all / dispatch_width);
}

std::optional<std::vector<int>> distinguishing_mix(const std::vector<PipeAssignment> &candidates,
                                                   const std::vector<int> &sizes, double dispatch_width,
                                                   double distinct_ratio, const std::vector<std::vector<int>> &tried) {
  return Chooser(candidates, sizes, dispatch_width, distinct_ratio, tried).best();
}

} // namespace osaca::measure
