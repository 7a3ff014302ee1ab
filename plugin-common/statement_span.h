// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds in C and C++ source text which statement follows a place, and where it ends. This is needed for pragmas before
// statements that are no loops: GCC's syntax trees do not contain the ends of statements.
#pragma once

#include "source_tokens.h"

#include <optional>
#include <string_view>

namespace osaca::source {

struct StatementSpan {
  Place from; ///< code from here on belongs to the statement; before `first` if a macro precedes it
  Place first;
  Place last;             ///< of its last character
  bool is_loop = false;   ///< begins with `for`, `while` or `do`, perhaps after labels
  bool is_block = false;  ///< begins with `{`
  bool only_loop = false; ///< a block that contains one loop statement and nothing else
  bool has_calls = false; ///< contains parentheses or braces, so it may call something
};

struct SpanStart {
  Tokens::Position at;   ///< of the first character after the pragma
  bool is_macro = false; ///< the use of a macro that contains the pragma begins there, and perhaps the statement too
};

/// The statement, declaration, function definition or lambda that begins after the place. Other pragmas and labels are
/// skipped. Returns nothing if a `}`, `)`, `;` or the end of the text follows, if more than 100 pragmas follow, or if
/// the statement does not end within `tokens_left`, which is reduced by the number of tokens that were read. For text
/// that no compiler accepts, the result is arbitrary.
[[nodiscard]] std::optional<StatementSpan> statement_after(std::string_view text, const SpanStart &start,
                                                           long &tokens_left);

/// The limits for one unit. They are far more than anyone writes by hand.
constexpr long most_statement_tokens = 10000000;
constexpr std::size_t most_statements = 1000;

/// Whether the place is in the span.
[[nodiscard]] inline bool holds(const StatementSpan &span, const Place &place) {
  return !(place < span.from) && !(span.last < place);
}

} // namespace osaca::source
