#include "decode/dialect/rewriting.h"

#include "base/format.h"
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
  return is_plain && begins_plainly ? std::string(word) : format_text("\"{}\"", word);
}

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view feature_flags = "@feat.00";

bool is_of_gnu_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$' || is_outside_ascii(c);
}

/// The end of the string that begins at `begin`: after its closing quote, or at the end of the line.
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
    const std::size_t begin = end > at && original[at] == '$' ? at + 1 : at; // AT&T: the prefix of a value
    const std::string_view name = std::string_view(original).substr(begin, end - begin);
    if (name == feature_flags || std::ranges::any_of(name, is_outside_ascii))
      text.replace(begin, end, format_text("\"{}\"", name));
    at = std::max(end, at + 1);
  }
}

} // namespace osaca
