// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source_tokens.h"

namespace osaca::source {
namespace {

constexpr std::size_t most_literal_bytes = 65536;

bool is_within_line(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'; }
bool is_decimal(char c) { return c >= '0' && c <= '9'; }
/// Bytes beyond ASCII are parts of names.
bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80U;
}
bool continues_word(char c) { return begins_word(c) || is_decimal(c); }

bool is_prefix(std::string_view word) { return word == "L" || word == "u" || word == "U" || word == "u8"; }
bool is_raw_prefix(std::string_view word) {
  return !word.empty() && word.back() == 'R' && (word.size() == 1 || is_prefix(word.substr(0, word.size() - 1)));
}

} // namespace

/// '\0' at the end.
char Tokens::peek(std::size_t ahead) const { return now_.at + ahead < text_.size() ? text_[now_.at + ahead] : '\0'; }

char Tokens::take() {
  const char c = text_[now_.at++];
  last_ = now_.place;
  if (c == '\n')
    now_.place = {now_.place.line + 1, 1};
  else
    ++now_.place.column;
  return c;
}

/// Appends one character to `text` and skips line continuations after it.
void Tokens::take_into(std::string &text) {
  const char c = take();
  if (text.size() < most_literal_bytes)
    text += c;
  const Place last = last_;
  skip_splices();
  last_ = last;
}

/// Skips a backslash at the end of a line. Blanks may follow it, as compilers accept.
void Tokens::skip_splices() {
  while (peek() == '\\') {
    std::size_t end = 1;
    while (is_within_line(peek(end)))
      ++end;
    if (peek(end) != '\n')
      return;
    for (std::size_t i = 0; i <= end; ++i)
      take();
  }
}

bool Tokens::skip_comment() {
  if (peek() != '/')
    return false;
  const Position before = now_;
  std::string ignored;
  take_into(ignored);
  if (peek() == '/') {
    while (now_.at < text_.size() && peek() != '\n')
      take(), skip_splices();
    return true;
  }
  if (peek() == '*') {
    take();
    char previous = '\0';
    while (now_.at < text_.size()) {
      const char c = take();
      skip_splices();
      if (previous == '*' && c == '/')
        break;
      previous = c;
    }
    return true;
  }
  now_ = before;
  return false;
}

void Tokens::skip_blanks() {
  while (now_.at < text_.size()) {
    skip_splices();
    if (peek() == '\n') {
      take();
      now_.is_line_start = true;
    } else if (is_within_line(peek()) || (peek() == '\0' && now_.at < text_.size())) {
      take();
    } else if (!skip_comment()) {
      return;
    }
  }
}

void Tokens::read_word(Token &token) {
  token.kind = TokenKind::word;
  while (continues_word(peek()))
    take_into(token.text);
  if (peek() == '"' && is_raw_prefix(token.text))
    read_raw(token);
  else if ((peek() == '"' || peek() == '\'') && is_prefix(token.text))
    read_quoted(token);
}

/// Reads a number as the preprocessor defines it: 0x1.8p-3, 1'000'000, 12_km.
void Tokens::read_number(Token &token) {
  token.kind = TokenKind::literal;
  while (continues_word(peek()) || peek() == '.' || (peek() == '\'' && continues_word(peek(1)))) {
    const char c = peek();
    take_into(token.text);
    const bool is_exponent = c == 'e' || c == 'E' || c == 'p' || c == 'P';
    if (is_exponent && (peek() == '+' || peek() == '-'))
      take_into(token.text);
  }
}

/// Reads up to the closing quote, or to the end of the line if it is missing.
void Tokens::read_quoted(Token &token) {
  token.kind = TokenKind::literal;
  token.text.clear();
  std::string quote;
  take_into(quote);
  token.is_string = quote == "\"";
  while (now_.at < text_.size() && peek() != '\n') {
    if (peek() == quote[0]) {
      take_into(quote);
      return;
    }
    if (peek() == '\\' && now_.at + 1 < text_.size()) {
      std::string backslash;
      take_into(backslash);
      if (peek() == '\n')
        return;
    }
    if (now_.at < text_.size())
      take_into(token.text);
  }
}

/// Reads R"name( ... )name", in which no character is special.
void Tokens::read_raw(Token &token) {
  constexpr std::size_t longest_name = 16;
  token.kind = TokenKind::literal;
  token.is_string = true;
  const std::size_t open = text_.substr(now_.at, longest_name + 2).find('(');
  if (open == std::string_view::npos)
    return read_quoted(token);
  const std::string end = ")" + std::string(text_.substr(now_.at + 1, open - 1)) + "\"";
  const std::size_t content = now_.at + open + 1;
  const std::size_t found = text_.find(end, content);
  const std::size_t stop = found == std::string_view::npos ? text_.size() : found;
  token.text = std::string(text_.substr(content, stop - content).substr(0, most_literal_bytes));
  const std::size_t after = found == std::string_view::npos ? stop : found + end.size();
  while (now_.at < after)
    take();
}

void Tokens::read_directive(Token &token) {
  token.kind = TokenKind::directive;
  while (now_.at < text_.size()) {
    skip_splices();
    if (peek() == '\n' || now_.at == text_.size())
      break;
    if (skip_comment()) {
      token.text += ' ';
    } else if (peek() == '"' || peek() == '\'') {
      const std::size_t from = now_.at;
      Token quoted;
      read_quoted(quoted);
      token.text += text_.substr(from, now_.at - from);
    } else {
      token.text += take();
    }
  }
}

Token Tokens::next() {
  skip_blanks();
  Token token;
  token.first = now_.place;
  const bool is_line_start = now_.is_line_start;
  now_.is_line_start = false;
  if (now_.at >= text_.size()) {
    token.last = now_.place;
    return token;
  }
  if (peek() == '#' && is_line_start) {
    take();
    read_directive(token);
  } else if (begins_word(peek())) {
    read_word(token);
  } else if (is_decimal(peek()) || (peek() == '.' && is_decimal(peek(1)))) {
    read_number(token);
  } else if (peek() == '"' || peek() == '\'') {
    read_quoted(token);
  } else {
    token.kind = TokenKind::sign;
    take_into(token.text);
  }
  token.last = last_;
  return token;
}

} // namespace osaca::source
