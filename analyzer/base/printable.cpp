#include "base/printable.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>

namespace osaca {
namespace {

constexpr std::uint32_t first_of_two_bytes = 0x80;

std::uint32_t byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

/// The code point of a valid character.
std::uint32_t code_point(std::string_view character) {
  if (character.size() == 1)
    return byte_at(character, 0);
  std::uint32_t point = byte_at(character, 0) & (0x7FU >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i)
    point = point << 6U | (byte_at(character, i) & 0x3FU);
  return point;
}

bool is_between(std::uint32_t point, std::uint32_t first, std::uint32_t last) {
  return point >= first && point <= last;
}

bool is_plain(char c) { return c >= ' ' && c <= '~'; }

/// The length in bytes of ESC [ digits and semicolons m; 0: something else begins here.
std::size_t length_of_colour(std::string_view text) {
  constexpr std::size_t longest = 16;
  if (!text.starts_with("\033["))
    return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end < std::min(text.size(), longest) && text[end] == 'm' ? end + 1 : 0;
}

/// Replaces each control character with `replaced(character)`.
template <class Replaced> std::string without_controls(std::string_view text, bool keeps_colours, Replaced &&replaced) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t colour = keeps_colours ? length_of_colour(text) : 0;
    const std::size_t length = colour > 0 ? colour : std::max<std::size_t>(length_of_character(text), 1);
    const std::string_view character = text.substr(0, length);
    if (colour > 0 || character == "\n" || character == "\t" || !is_control(character))
      out += character;
    else
      out += replaced(character);
    text.remove_prefix(length);
  }
  return out;
}

bool is_all_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return is_plain(c) || c == '\n' || c == '\t'; });
}

} // namespace

std::size_t length_of_character(std::string_view text) {
  const std::uint32_t lead = byte_at(text, 0);
  if (lead < first_of_two_bytes)
    return 1;
  const std::size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
  if (length == 0 || text.size() < length)
    return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte_at(text, i) & 0xC0U) != 0x80U)
      return 0;
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const std::uint32_t point = code_point(text.substr(0, length));
  const bool is_surrogate = is_between(point, 0xD800, 0xDFFF);
  return is_surrogate || point < least[length] || point > 0x10FFFF ? 0 : length;
}

bool is_control(std::string_view character) {
  const std::uint32_t point =
      code_point(character); // of a single byte: a terminal without UTF-8 interprets 0x80 to 0x9f as C1
  return point < 0x20 || is_between(point, 0x7F, 0x9F) || is_between(point, 0x2028, 0x202E) ||
         is_between(point, 0x2066, 0x2069);
}

std::string printable(std::string_view text) {
  if (is_all_plain(text))
    return std::string(text);
  return without_controls(text, false, [](std::string_view) { return "?"; });
}

std::string printable_and_coloured(std::string_view text) {
  if (is_all_plain(text))
    return std::string(text);
  return without_controls(text, true, [](std::string_view) { return "?"; });
}

std::string with_escaped_controls(std::string json) {
  if (is_all_plain(json))
    return json;
  return without_controls(json, false, [](std::string_view character) {
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", code_point(character));
    return std::string(escape);
  });
}

} // namespace osaca
