#include "source/c_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace osaca {

bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_of_word(char c) { return begins_word(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

CToken::Kind kind_of_word(std::string_view word) {
  using Kind = CToken::Kind;
  static constexpr std::array<std::pair<std::string_view, Kind>, 23> words{{
      {"for", Kind::key_for},
      {"while", Kind::key_while},
      {"do", Kind::key_do},
      {"if", Kind::key_if},
      {"else", Kind::key_else},
      {"switch", Kind::key_switch},
      {"case", Kind::key_case},
      {"default", Kind::key_default},
      {"try", Kind::key_try},
      {"catch", Kind::key_catch},
      {"return", Kind::control},
      {"goto", Kind::control},
      {"break", Kind::control},
      {"continue", Kind::control},
      {"throw", Kind::control},
      {"co_return", Kind::control},
      {"asm", Kind::control},
      {"__attribute__", Kind::attribute},
      {"__attribute", Kind::attribute},
      {"__declspec", Kind::attribute},
      {"alignas", Kind::attribute},
      {"false", Kind::zero},
      {"__asm__", Kind::control},
  }};
  const auto found =
      std::find_if(words.begin(), words.end(), [word](const auto &known) { return known.first == word; });
  return found != words.end() ? found->second : Kind::word;
}

CToken::Kind kind_of_sign(char c) {
  using Kind = CToken::Kind;
  switch (c) {
  case '(': return Kind::open_round;
  case ')': return Kind::close_round;
  case '[': return Kind::open_square;
  case ']': return Kind::close_square;
  case '{': return Kind::open_brace;
  case '}': return Kind::close_brace;
  case ';': return Kind::semicolon;
  case ':': return Kind::colon;
  case '?': return Kind::question;
  default: return Kind::other;
  }
}

std::optional<std::string> clauses_of(std::string_view text) {
  const auto skip = [&text] {
    while (!text.empty() && (is_blank(text.front()) || text.front() == '\n'))
      text.remove_prefix(1);
  };
  const auto take = [&text, &skip](std::string_view word) {
    skip();
    if (!text.starts_with(word) || (text.size() > word.size() && is_of_word(text[word.size()])))
      return false;
    text.remove_prefix(word.size());
    return true;
  };
  if (!take("osaca") || !take("analyze"))
    return std::nullopt;
  skip();
  while (!text.empty() && (is_blank(text.back()) || text.back() == '\n'))
    text.remove_suffix(1);
  return std::string(text.substr(0, most_clause_bytes));
}

} // namespace osaca
