#include "render/text/utf8.h"

#include "render/phrases.h"

#include <cstdint>

namespace osaca {
namespace {

/// How many bytes the character at the beginning of `text` has; 0: there is none.
std::size_t length_of_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80)
    return 1;
  const std::size_t length = lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3 : lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
  if (length == 0 || text.size() < length)
    return 0;
  std::uint32_t point = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U)
      return 0;
    point = point << 6U | (byte(i) & 0x3FU);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  const bool forbidden = point == 0xFFFE || point == 0xFFFF;
  const bool control = point >= 0x80 && point < 0xA0;
  return control || point < least[length] || point > 0x10FFFF || surrogate || forbidden ? 0 : length;
}

} // namespace

std::string clean_line(std::string_view text) {
  const std::string line = one_line(text);
  std::string_view rest = line;
  std::string out;
  out.reserve(line.size());
  while (!rest.empty()) {
    const std::size_t length = length_of_character(rest);
    if (length == 0)
      out += "\xEF\xBF\xBD";
    else
      out += rest.substr(0, length);
    rest.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

} // namespace osaca
