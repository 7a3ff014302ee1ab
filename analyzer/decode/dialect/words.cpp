#include "decode/dialect/words.h"

#include "base/text.h"

#include <algorithm>
#include <cctype>

namespace osaca {

bool is_one_of(std::string_view word, Words words) { return std::ranges::find(words, word) != words.end(); }

bool begins_with_one_of(std::string_view text, Words words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.starts_with(word); });
}

bool is_outside_ascii(char character) { return static_cast<unsigned char>(character) >= 0x80; }

bool is_of_word(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || is_outside_ascii(character) ||
         std::string_view("_.$@?").find(character) != std::string_view::npos;
}

std::string in_lower_case(std::string_view text) {
  std::string made(text);
  for (char &c : made)
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return made;
}

std::string_view take_word(std::string_view &text) {
  text = trimmed(text);
  const auto *end = std::ranges::find_if_not(text, is_of_word);
  const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(word.size());
  return word;
}

std::size_t begin_of_comment(std::string_view line, char leader) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote != 0)
      quote = line[i] == quote ? '\0' : quote;
    else if (line[i] == leader)
      return i;
    else if (line[i] == '"' || line[i] == '\'')
      quote = line[i];
  }
  return line.size();
}

std::string as_name(std::string_view word) {
  const bool is_plain = std::ranges::none_of(word, [](char c) { return c == '@' || c == '?' || is_outside_ascii(c); });
  const bool begins_plainly = word.empty() || word.front() != '$';
  return is_plain && begins_plainly ? std::string(word) : '"' + std::string(word) + '"';
}

} // namespace osaca
