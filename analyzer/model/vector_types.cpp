#include "model/vector_types.h"

#include "base/format.h"

#include <algorithm>
#include <array>
#include <bit>

namespace osaca {
namespace {

constexpr int elements = VectorTypes::most_log_element_bits - VectorTypes::least_log_element_bits + 1;
constexpr std::array<std::string_view, 7> group_words = {"mf8", "mf4", "mf2", "m1", "m2", "m4", "m8"};
constexpr std::array<std::string_view, elements> element_words = {"e8", "e16", "e32", "e64"};

/// SEW is at most 64 bits times LMUL, for fractions.
bool is_possible(int log_group, int log_element_bits) {
  return log_element_bits <= VectorTypes::most_log_element_bits + std::min(log_group, 0);
}

std::string_view group_word(int log_group) {
  return group_words[static_cast<std::size_t>(log_group - VectorTypes::least_log_group)];
}

std::string_view element_word(int log_element_bits) {
  return element_words[static_cast<std::size_t>(log_element_bits - VectorTypes::least_log_element_bits)];
}

} // namespace

std::optional<VectorTypes> VectorTypes::named(std::string_view word) {
  VectorTypes made;
  for (int group = least_log_group; group <= most_log_group; ++group)
    for (int element = least_log_element_bits; element <= most_log_element_bits; ++element)
      if (word == group_word(group) || word == format_text("{}{}", element_word(element), group_word(group)))
        made.add(group, element);
  return made.empty() ? std::nullopt : std::optional(made);
}

void VectorTypes::add(int log_group, int log_element_bits) {
  if (log_group >= least_log_group && log_group <= most_log_group && log_element_bits >= least_log_element_bits &&
      log_element_bits <= most_log_element_bits)
    bits_ |= 1U << ((log_group - least_log_group) * elements + log_element_bits - least_log_element_bits);
}

bool VectorTypes::contains(int log_group, int log_element_bits) const {
  VectorTypes one;
  one.add(log_group, log_element_bits);
  return (bits_ & one.bits_) != 0;
}

bool VectorTypes::contains(const VectorType &type) const {
  if (!type.log_group)
    return false;
  if (type.log_element_bits)
    return contains(*type.log_group, *type.log_element_bits);
  for (int element = least_log_element_bits; element <= most_log_element_bits; ++element)
    if (is_possible(*type.log_group, element) && !contains(*type.log_group, element))
      return false;
  return bits_ != 0;
}

std::optional<VectorType> VectorTypes::single() const {
  if (!std::has_single_bit(bits_))
    return std::nullopt;
  const int place = std::countr_zero(bits_);
  return VectorType{static_cast<std::int8_t>(place / elements + least_log_group),
                    static_cast<std::int8_t>(place % elements + least_log_element_bits)};
}

std::vector<std::string> VectorTypes::words() const {
  std::vector<std::string> made;
  for (int group = least_log_group; group <= most_log_group; ++group) {
    if (contains(VectorType{static_cast<std::int8_t>(group), std::nullopt})) {
      made.emplace_back(group_word(group));
      continue;
    }
    for (int element = least_log_element_bits; element <= most_log_element_bits; ++element)
      if (contains(group, element))
        made.push_back(format_text("{}{}", element_word(element), group_word(group)));
  }
  return made;
}

} // namespace osaca
