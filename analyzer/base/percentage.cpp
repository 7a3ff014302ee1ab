#include "base/percentage.h"

#include <charconv>

namespace osaca {

std::optional<double> parse_percentage(std::string text) {
  if (text.ends_with('%'))
    text.pop_back();
  while (text.ends_with(' '))
    text.pop_back();
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (status != std::errc() || end != text.data() + text.size() || !(value >= 0 && value <= 1000))
    return std::nullopt;
  return value;
}

std::string text_of_percentage(double percent) {
  std::string text = std::to_string(percent);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.'))
    text.pop_back();
  return text;
}

} // namespace osaca
