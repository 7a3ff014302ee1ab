// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words of C and C++ source text, with their places, and nothing of what they mean. Comments, literals, raw strings
// and lines that go on behind a backslash are told from code as a compiler does it. No macro is replaced and no file is
// included. Reads any bytes, each of them a bounded number of times.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace osaca::source {

/// In the text: both from 1, columns in bytes. Line 0: none.
struct Place {
  int line = 0;
  int column = 0;

  friend bool operator==(const Place &a, const Place &b) { return a.line == b.line && a.column == b.column; }
  friend bool operator<(const Place &a, const Place &b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
  }
};

enum class TokenKind {
  end,
  word,      ///< identifier or keyword
  literal,   ///< number, string or character
  sign,      ///< one character of punctuation
  directive, ///< a line that begins with `#`: its text behind that, without comments and line ends
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string text; ///< of a string without its quotes; of a literal at most the first 64 KiB
  Place first;
  Place last; ///< of its last character
  bool is_string = false;

  [[nodiscard]] bool is(std::string_view wanted) const {
    return (kind == TokenKind::word || kind == TokenKind::sign) && text == wanted;
  }
};

class Tokens {
public:
  /// The text must outlive this.
  explicit Tokens(std::string_view text) : text_(text) {}

  [[nodiscard]] Token next();

  /// Where next() goes on, to come back to.
  struct Position {
    std::size_t at = 0;
    Place place = {1, 1};
    bool is_line_start = true;
  };
  [[nodiscard]] Position position() const { return now_; }
  void go_back(const Position &position) { now_ = position; }

private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const;
  char take();
  void take_into(std::string &text);
  void skip_splices();
  bool skip_comment();
  void skip_blanks();
  void read_word(Token &token);
  void read_number(Token &token);
  void read_quoted(Token &token);
  void read_raw(Token &token);
  void read_directive(Token &token);

  std::string_view text_;
  Position now_;
  Place last_;
};

} // namespace osaca::source
