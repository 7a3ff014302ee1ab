#include "model/library/chips.h"

#include "base/text.h"
#include "model/library/word_lines.h"

#include <algorithm>

namespace osaca {
namespace {

std::vector<std::string_view> words_in(std::string_view line) {
  std::vector<std::string_view> words;
  words.reserve(8); // more than most lines have
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line))
    words.push_back(word);
  return words;
}

} // namespace

ChipList::ChipList(std::string_view text) {
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = trimmed(cut_at(text, '\n'));
    if (!line.empty() && !line.starts_with('#') && !read_line(line))
      unreadable_lines_.push_back(number);
  }
}

bool ChipList::read_line(std::string_view line) {
  const std::vector<std::string_view> left = words_in(cut_at(line, ':'));
  const std::vector<std::string_view> right = words_in(line);
  if (left.size() < 2 || right.empty())
    return false;
  if (left.front() == "chip") {
    chips_.push_back({{left.begin() + 1, left.end()}, std::string(right.front()), {right.begin() + 1, right.end()}});
    return true;
  }
  if (left.front() != "cpuid" || left.size() != 4 || right.size() != 1)
    return false;
  std::string_view models = left[3];
  const auto family = parse_number<int>(left[2]);
  const auto first = take_number<int>(models);
  int last = first.value_or(-1);
  if (!models.empty())
    last = models.starts_with('-') ? parse_number<int>(models.substr(1)).value_or(-1) : -1;
  if (!family || !first || *first < 0 || *first > last)
    return false;
  rules_.push_back({std::string(left[1]), *family, *first, last, std::string(right.front())});
  return true;
}

const Chip *ChipList::find(std::string_view name) const {
  const auto found = std::ranges::find_if(chips_, [name](const Chip &chip) {
    return std::ranges::any_of(chip.names, [name](const std::string &own) { return equal_in_any_case(own, name); });
  });
  return found == chips_.end() ? nullptr : &*found;
}

std::string ChipList::arch_of(const CpuId &cpu) const {
  for (const CpuIdRule &rule : rules_)
    if (rule.vendor == cpu.vendor && rule.family == cpu.family && rule.first_model <= cpu.model &&
        cpu.model <= rule.last_model)
      return rule.arch;
  return {};
}

} // namespace osaca
