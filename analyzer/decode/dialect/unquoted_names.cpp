#include "decode/dialect/unquoted_names.h"

#include "base/text.h"
#include "decode/dialect/words.h"

#include <algorithm>
#include <cctype>

namespace osaca {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view feature_flags = "@feat.00";

bool is_of_gnu_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$' || is_outside_ascii(c);
}

/// Where the string that begins at `begin` is over: behind its quote, or at the end of the line.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < text.size() && text[at] != '"' && text[at] != '\n')
    at += text[at] == '\\' ? 2 : 1;
  return std::min(text.size(), at < text.size() && text[at] == '\n' ? at : at + 1);
}

} // namespace

void quote_names_outside_ascii(EditedText &text) {
  const std::string &original = text.original();
  const bool has_flags = contains(original, feature_flags);
  if (!has_flags && std::ranges::none_of(original, is_outside_ascii))
    return;
  std::size_t at = 0;
  if (original.starts_with(byte_order_mark)) {
    at = byte_order_mark.size();
    text.replace(0, at, "");
  }
  while (at < original.size()) {
    if (original[at] == '"') {
      at = end_of_string(original, at);
      continue;
    }
    std::size_t end = at;
    if (has_flags && original.compare(at, feature_flags.size(), feature_flags) == 0)
      end = at + feature_flags.size();
    else
      while (end < original.size() && is_of_gnu_name(original[end]))
        ++end;
    const std::size_t begin = end > at && original[at] == '$' ? at + 1 : at; // AT&T: of a value
    const std::string_view name = std::string_view(original).substr(begin, end - begin);
    if (name == feature_flags || std::ranges::any_of(name, is_outside_ascii))
      text.replace(begin, end, '"' + std::string(name) + '"');
    at = std::max(end, at + 1);
  }
}

} // namespace osaca
