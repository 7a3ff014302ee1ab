// The letters and words of C and C++ that c_tokens.cpp tells apart.
#pragma once

#include "source/c_tokens.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace osaca {

/// Of what follows an annotation.
constexpr std::size_t most_clause_bytes = 65'536;

[[nodiscard]] bool begins_word(char c);
[[nodiscard]] bool is_digit(char c);
[[nodiscard]] bool is_of_word(char c);
[[nodiscard]] bool is_blank(char c); ///< a line's end is none

[[nodiscard]] CToken::Kind kind_of_word(std::string_view word);
[[nodiscard]] CToken::Kind kind_of_sign(char c);

/// What follows `osaca analyze`; nothing, if the text is another one.
[[nodiscard]] std::optional<std::string> clauses_of(std::string_view text);

} // namespace osaca
