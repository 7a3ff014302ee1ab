#include "base/name_matching.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <vector>

namespace osaca {

bool is_glob(std::string_view pattern) { return pattern.find_first_of("*?") != std::string_view::npos; }

// Only the last star has to be retried: the last one can match whatever an earlier star could have matched differently.
bool glob_matches(std::string_view pattern, std::string_view text) {
  constexpr std::size_t none = std::string_view::npos;
  std::size_t p = 0, t = 0, star = none, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != none) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*')
    ++p;
  return p == pattern.size();
}

namespace {

// Longer names are not typing errors of any known name. The limit also bounds the work.
constexpr std::size_t longest_name = 64;

bool begins_with(std::string_view candidate, std::string_view name) {
  return candidate.size() > name.size() && std::equal(name.begin(), name.end(), candidate.begin(), [](char a, char b) {
           return lower_letter(a) == lower_letter(b);
         });
}

std::string shortest_beginning_with(std::string_view name, std::span<const std::string> candidates) {
  constexpr std::size_t least = 3; // fewer letters are the beginning of too many names
  const std::string *found = nullptr;
  if (name.size() >= least)
    for (const std::string &candidate : candidates)
      if (begins_with(candidate, name) && (found == nullptr || candidate.size() < found->size()))
        found = &candidate;
  return found ? *found : std::string();
}

} // namespace

int edit_distance(std::string_view a, std::string_view b, int limit) {
  const int difference = static_cast<int>(a.size()) - static_cast<int>(b.size());
  if (std::abs(difference) > limit)
    return limit + 1;
  const std::size_t width = b.size() + 1;
  std::vector<int> before(width), above(width), row(width);
  for (std::size_t j = 0; j < width; ++j)
    above[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j < width; ++j) {
      const bool same = lower_letter(a[i - 1]) == lower_letter(b[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower_letter(a[i - 1]) == lower_letter(b[j - 2]) &&
                           lower_letter(a[i - 2]) == lower_letter(b[j - 1]);
      if (swapped)
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return std::min(above.back(), limit + 1);
}

std::string nearest_name(std::string_view name, std::span<const std::string> candidates) {
  if (name.empty() || name.size() > longest_name)
    return {};
  int best = std::max(1, static_cast<int>(name.size()) / 3) + 1;
  const std::string *found = nullptr;
  for (const std::string &candidate : candidates) {
    const int distance = edit_distance(name, candidate, best - 1);
    if (distance < best) {
      best = distance;
      found = &candidate;
    }
  }
  return found ? *found : shortest_beginning_with(name, candidates);
}

std::string suggestion(std::string_view name, std::span<const std::string> candidates) {
  const std::string nearest = nearest_name(name, candidates);
  return nearest.empty() ? nearest : format_text("; did you mean '{}'?", nearest);
}

} // namespace osaca
