// C and C++ as tokens, as far as the extents of statements depend on them.
#pragma once

#include "source/loop_statements.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct CToken {
  enum class Kind : std::uint8_t {
    word, ///< an identifier that is no keyword below
    key_for,
    key_while,
    key_do,
    key_if,
    key_else,
    key_switch,
    key_case,
    key_default,
    key_try,
    key_catch,
    control,   ///< another keyword that begins a statement: return, goto, ...
    attribute, ///< __attribute__, __declspec, alignas: with parentheses behind it
    zero,      ///< 0 or false
    other,     ///< literals, operators
    open_round,
    close_round,
    open_square,
    close_square,
    open_brace,
    close_brace,
    semicolon,
    colon, ///< not `::`
    question,
    pragma, ///< of ours: `target` is its index
    jump    ///< where another branch of an #if begins: the text goes on at the token `target`
  };
  Kind kind = Kind::other;
  TextPosition first;
  TextPosition last;
  int target = -1;
};

struct CTokens {
  struct Pragma {
    TextPosition place;
    std::string clauses;
  };
  std::vector<CToken> tokens;
  std::vector<Pragma> pragmas;
  bool is_cut_off = false;
};

/// Directives are left out, and what is in them, but for our pragmas and the branches of conditions. Of `#if 0` the
/// other branch counts, else the first one.
[[nodiscard]] CTokens c_tokens(std::string_view text);

} // namespace osaca
