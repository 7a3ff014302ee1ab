#include "measure/ports/blocking_sets.h"

#include "base/index.h"

#include <algorithm>
#include <bit>
#include <set>

namespace osaca::measure {
namespace {

constexpr std::size_t most_blocking_sets = 48;
constexpr double free_slots = 0.5; // per cycle, for what is to be seen

std::set<PipeSet> unions_within(PipeSet component, const std::vector<PipeSet> &classes) {
  std::set<PipeSet> own;
  for (const PipeSet set : classes)
    if ((set & ~component) == 0)
      own.insert(set);
  std::set<PipeSet> made;
  for (const PipeSet set : own) {
    std::vector<PipeSet> more = {set};
    for (const PipeSet other : made)
      more.push_back(other | set);
    made.insert(more.begin(), more.end());
    if (made.size() > most_blocking_sets) {
      own.insert(component);
      return own;
    }
  }
  return made;
}

/// Each pipe is given to the class with the most pipes that has it: their uops fill the gaps that others leave.
Mix mix_that_fills(PipeSet pipes, const PipeAssignment &structure, const std::vector<KnownClass> &classes) {
  Mix mix;
  for (int pipe = 0; pipe < structure.pipes; ++pipe) {
    if (((pipes >> pipe) & 1U) == 0)
      continue;
    int chosen = -1;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const PipeSet set = structure.classes[i];
      if (((set >> pipe) & 1U) != 0 && (set & ~pipes) == 0 &&
          (chosen < 0 || std::popcount(set) > std::popcount(structure.classes[at(chosen)])))
        chosen = static_cast<int>(i);
    }
    mix.push_back({classes[at(chosen)].representative.form, 1});
  }
  return normalised(mix);
}

} // namespace

std::vector<BlockingSet> blocking_sets(const PipeAssignment &structure, const std::vector<KnownClass> &classes,
                                       double dispatch_width) {
  std::vector<BlockingSet> made;
  for (const PipeSet component : components(structure.classes))
    for (const PipeSet set : unions_within(component, structure.classes))
      if (std::popcount(set) + free_slots <= dispatch_width)
        made.push_back({set, mix_that_fills(set, structure, classes)});
  std::ranges::stable_sort(
      made, [](const BlockingSet &a, const BlockingSet &b) { return std::popcount(a.pipes) > std::popcount(b.pipes); });
  return made;
}

} // namespace osaca::measure
