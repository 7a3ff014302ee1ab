#include "render/text/utf8.h"

#include "base/printable.h"
#include "render/phrases.h"

#include <algorithm>

namespace osaca {
namespace {

/// U+FFFE and U+FFFF.
bool is_forbidden(std::string_view character) { return character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF"; }

} // namespace

std::string clean_line(std::string_view text) {
  if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    return one_line(text);
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    const bool is_text = length == 1 || (length > 1 && !is_control(character) && !is_forbidden(character));
    if (is_text)
      out += character;
    else
      for (std::size_t i = 0; i < character.size(); ++i)
        out += replacement;
    text.remove_prefix(character.size());
  }
  return one_line(out);
}

} // namespace osaca
