#include "collection/baseline.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace osaca {

// Compares the copies of a source loop. In the function of each caller, the compiler may have generated other code for
// it.

namespace {

using CopyPair = std::pair<const LoopInFunction *, const LoopInFunction *>; ///< before, after

/// As in function_of() for rows: clones depend on the code around a function.
std::string_view without_clone(std::string_view function) { return function.substr(0, function.find('.', 1)); }

/// Copies in the same function. The remaining ones are paired by their cycles if there are equally many of them,
/// because functions may have been renamed. Copies in new callers are paired with none.
std::vector<CopyPair> paired(const std::vector<LoopInFunction> &before, const std::vector<LoopInFunction> &after) {
  std::vector<CopyPair> pairs;
  std::multimap<std::string_view, const LoopInFunction *> unpaired; // of `after`
  for (const LoopInFunction &now : after)
    unpaired.emplace(without_clone(now.function), &now);
  std::vector<const LoopInFunction *> gone;
  for (const LoopInFunction &then : before) {
    const std::string_view function = without_clone(then.function);
    const auto same = unpaired.lower_bound(function);
    if (same == unpaired.end() || same->first != function) {
      gone.push_back(&then);
      continue;
    }
    pairs.emplace_back(&then, same->second);
    unpaired.erase(same);
  }
  std::vector<const LoopInFunction *> added;
  for (const auto &[function, now] : unpaired)
    added.push_back(now);
  if (gone.size() != added.size())
    return pairs;
  const auto by_cycles = [](const LoopInFunction *a, const LoopInFunction *b) {
    return a->figures.cycles_per_iteration < b->figures.cycles_per_iteration;
  };
  std::ranges::stable_sort(gone, by_cycles);
  std::ranges::stable_sort(added, by_cycles);
  for (std::size_t i = 0; i < gone.size(); ++i)
    pairs.emplace_back(gone[i], added[i]);
  return pairs;
}

/// The row, as if this copy represented it. `row`: without its copies, of which there may be thousands.
LoopRecord with_copy(LoopRecord row, const LoopInFunction &copy) {
  row.function = copy.function;
  row.role = {};
  row.figures = copy.figures;
  row.unknown_paths = copy.unknown_paths;
  row.code_hash = copy.code_hash;
  return row;
}

/// Regressions first, then the change that matters most.
auto importance_of(const LoopChange &change) {
  return std::tuple(change.is_regression,
                    std::abs(std::log(std::max(figures_ratio(*change.before, *change.after), 1e-9))));
}

} // namespace

std::optional<LoopChange> change_of_any_copy(const LoopRecord &before, const LoopRecord &after, double tolerance) {
  const std::vector<CopyPair> pairs = paired(before.copies, after.copies);
  if (is_same_code(before, after) || pairs.empty())
    return change_between(before, after, tolerance);
  LoopRecord row_before = before;
  LoopRecord row_after = after;
  row_before.copies.clear();
  row_after.copies.clear();
  std::optional<LoopChange> found;
  for (const auto &[then, now] : pairs) {
    std::optional<LoopChange> change =
        change_between(with_copy(row_before, *then), with_copy(row_after, *now), tolerance);
    if (!change || (found && importance_of(*change) <= importance_of(*found)))
      continue;
    change->copy = static_cast<int>(now - after.copies.data());
    found = std::move(change);
  }
  return found;
}

} // namespace osaca
