// The lists of names that are stored with the shipped models: lines of words. No streams are used: each of them needs a
// locale, and this code runs whenever the program starts.
#pragma once

#include <string_view>

namespace osaca {

/// Removes the text up to the first of `separators`, including the separator, and returns the part before it.
inline std::string_view cut_at(std::string_view &text, std::string_view separators) {
  const std::size_t end = text.find_first_of(separators);
  const std::string_view before = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return before;
}

/// Empty: there is no further word.
inline std::string_view next_word(std::string_view &line) {
  std::string_view word;
  while (word.empty() && !line.empty())
    word = cut_at(line, " \t\r");
  return word;
}

} // namespace osaca
