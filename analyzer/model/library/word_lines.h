// The lists of names that are stored with the shipped models: lines of words. No streams are used: each of them needs a
// locale, and this code runs whenever the program starts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace osaca {

/// Removes the text up to the first `separator`, including the separator, and returns the part before it.
inline std::string_view cut_at(std::string_view &text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view before = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return before;
}

/// Removes the first word and the blank after it. Empty: there is no further word.
inline std::string_view next_word(std::string_view &line) {
  // Not find_first_of(), which calls a function for each character.
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  const auto *const begin = std::find_if_not(line.begin(), line.end(), is_blank);
  const auto *const end = std::find_if(begin, line.end(), is_blank);
  const std::string_view word(begin, end);
  line = std::string_view(end == line.end() ? end : end + 1, line.end());
  return word;
}

} // namespace osaca
