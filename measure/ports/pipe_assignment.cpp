#include "measure/ports/pipe_assignment.h"

#include "base/index.h"

#include <algorithm>
#include <bit>
#include <map>

namespace osaca::measure {
namespace {

constexpr std::size_t most_extensions = 4096;

/// Pipes that belong to the same classes, lowest number first.
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

PipeSet PipeAssignment::all_pipes() const {
  PipeSet all = 0;
  for (const PipeSet set : classes)
    all |= set;
  return all;
}

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

} // namespace osaca::measure
