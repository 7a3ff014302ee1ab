#include "measure/ports/class_finder.h"

#include "measure/ports/pair_relation.h"
#include "measure/ports/telling_mix.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr std::size_t most_candidates = 64;
constexpr std::size_t most_ways = 1024; // to add a form
constexpr int most_telling_mixes = 24;  // for one form

} // namespace

ClassFinder::Outcome ClassFinder::shared_limits(int form, int size, std::vector<SharedPipes> &limits) {
  for (const KnownClass &one : classes_) {
    const PairRelation found = pair_relation(log_, {form, size}, {one.representative, one.size}, tolerance_, width_);
    if (!found.is_measured)
      return Outcome::unmeasured;
    if (!found.shared)
      return Outcome::refused;
    limits.push_back(*found.shared);
  }
  return Outcome::added;
}

double ClassFinder::predicted(const PipeAssignment &structure, const std::vector<int> &copies) const {
  return predicted_by(structure, copies, width_);
}

/// The last of `copies` is of the form that is being added.
Mix ClassFinder::mix_of(const std::vector<int> &copies, int form) const {
  Mix mix;
  for (std::size_t i = 0; i < copies.size(); ++i)
    mix.push_back({i < classes_.size() ? classes_[i].representative : form, copies[i]});
  return mix;
}

void ClassFinder::tell_apart(std::vector<PipeAssignment> &candidates, int form, int size) {
  std::vector<int> sizes;
  for (const KnownClass &one : classes_)
    sizes.push_back(one.size);
  sizes.push_back(size);
  std::vector<std::vector<int>> tried;
  for (int round = 0; round < most_telling_mixes && candidates.size() > 1; ++round) {
    const auto copies = telling_mix(candidates, sizes, width_, tolerance_, tried);
    if (!copies)
      return;
    tried.push_back(*copies);
    const MixFigure figure = log_.measured(mix_of(*copies, form));
    if (!figure.is_reliable)
      continue;
    const auto any_fits = std::any_of(candidates.begin(), candidates.end(), [&](const PipeAssignment &one) {
      return tolerance_.fits(predicted(one, *copies), figure.cycles);
    });
    // If none does, the mix went slower than it could, which says nothing about those that would be faster.
    std::erase_if(candidates, [&](const PipeAssignment &one) {
      const double cycles = predicted(one, *copies);
      return figure.cycles < cycles * (1 - tolerance_.faster) || (any_fits && !tolerance_.fits(cycles, figure.cycles));
    });
  }
}

/// What no mix shows is not assumed: the structure that shares least, which has the most pipes, comes first.
void ClassFinder::keep_best(std::vector<PipeAssignment> &candidates, std::size_t most) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const PipeAssignment &a, const PipeAssignment &b) { return a.pipes > b.pipes; });
  if (candidates.size() > most) {
    candidates.resize(most);
    is_truncated_ = true;
  }
}

ClassFinder::Outcome ClassFinder::add(int form, int size) {
  std::vector<SharedPipes> limits;
  if (const Outcome outcome = shared_limits(form, size, limits); outcome != Outcome::added)
    return outcome;
  std::vector<PipeAssignment> extended;
  for (const PipeAssignment &one : candidates_)
    for (PipeAssignment &more : extensions(one, size, limits))
      extended.push_back(std::move(more));
  keep_best(extended, most_ways);
  tell_apart(extended, form, size);
  if (extended.empty())
    return Outcome::refused;
  for (std::size_t i = 0; i < classes_.size(); ++i)
    if (std::all_of(extended.begin(), extended.end(),
                    [i](const PipeAssignment &one) { return one.classes.back() == one.classes[i]; })) {
      classes_[i].members.push_back(form);
      return Outcome::added;
    }
  keep_best(extended, most_candidates);
  candidates_ = std::move(extended);
  classes_.push_back({form, size, {form}});
  return Outcome::added;
}

} // namespace osaca::measure
