#include "measure/model/agreed_structure.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::composer {
namespace {

using core_probes::Finding;

/// In the order of the runs.
std::vector<const Finding *> telling(const std::vector<StructureFindings> &runs, const std::string &name) {
  std::vector<const Finding *> told;
  for (const StructureFindings &run : runs)
    if (const Finding *one = run.find(name); one != nullptr && one->value)
      told.push_back(one);
  const auto is_steady = [](const Finding *one) { return !one->is_unstable; };
  if (std::ranges::any_of(told, is_steady))
    std::erase_if(told, [&](const Finding *one) { return !is_steady(one); });
  return told;
}

Finding majority(const std::vector<const Finding *> &told) {
  const auto says_yes = [](const Finding *one) { return *one->value > 0.5; };
  const auto yes = 2 * std::ranges::count_if(told, says_yes);
  const auto all = static_cast<std::ptrdiff_t>(told.size());
  if (yes == all) {
    Finding untold = *told.front();
    untold.value.reset();
    untold.concluded = "runs disagree";
    return untold;
  }
  return **std::ranges::find_if(told, [&](const Finding *one) { return says_yes(one) == (yes > all); });
}

Finding middle(std::vector<const Finding *> told) {
  if (told.size() < 3)
    return *told.front();
  const auto place = told.begin() + static_cast<std::ptrdiff_t>((told.size() - 1) / 2);
  std::nth_element(told.begin(), place, told.end(),
                   [](const Finding *a, const Finding *b) { return *a->value < *b->value; });
  return **place;
}

} // namespace

std::set<std::string> probes_in_doubt(const StructureFindings &first, const StructureFindings &second) {
  constexpr double agreement = 0.1; // of numbers
  std::set<std::string> probes;
  for (const auto &[name, one] : first.all()) {
    const Finding *other = second.find(name);
    if (other == nullptr || !one.value || !other->value)
      continue;
    const double apart = std::abs(*one.value - *other->value);
    if (one.unit == core_probes::yes_or_no
            ? apart > 0.5
            : apart > agreement * std::max(std::abs(*one.value), std::abs(*other->value)))
      probes.insert(name.substr(0, name.find('.')));
  }
  return probes;
}

StructureFindings agreed_structure(const std::vector<StructureFindings> &runs) {
  std::map<std::string, Finding, std::less<>> agreed;
  for (const StructureFindings &run : runs)
    for (const auto &[name, finding] : run.all()) {
      if (agreed.contains(name))
        continue;
      const std::vector<const Finding *> told = telling(runs, name);
      agreed.emplace(name, told.empty()                             ? finding
                           : finding.unit == core_probes::yes_or_no ? majority(told)
                                                                    : middle(told));
    }
  return {runs.front().machine(), std::move(agreed)};
}

} // namespace osaca::measure::composer
