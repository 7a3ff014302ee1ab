// What rewrites the text of other assemblers, and the words of assembly text, whatever the assembler.
#pragma once

#include "decode/dialect/dialect.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace osaca {

// Words of assembly text, whatever the assembler.

using Words = std::initializer_list<std::string_view>;

[[nodiscard]] bool is_one_of(std::string_view word, Words words);
[[nodiscard]] bool begins_with_one_of(std::string_view text, Words words);

/// `visit(line, where it begins)` for each line, without what ends it: `most_lines` at most, and no more once visit()
/// says false.
template <class Visit> void for_each_line(std::string_view text, std::size_t most_lines, Visit &&visit) {
  for (std::size_t number = 0, begin = 0; number < most_lines && begin < text.size(); ++number) {
    const std::size_t end = std::min(text.size(), text.find('\n', begin));
    if (!visit(text.substr(begin, end - begin), begin))
      return;
    begin = end + 1;
  }
}

[[nodiscard]] bool is_outside_ascii(char character);

/// What names are made of in one assembler or another: letters, also those outside of ASCII, digits and _.$@?
[[nodiscard]] bool is_of_word(char character);

[[nodiscard]] std::string in_lower_case(std::string_view text);

/// Blanks and the word behind them are taken off `text`. Empty: something else stands there.
[[nodiscard]] std::string_view take_word(std::string_view &text);

/// Where the comment of `line` begins that `leader` introduces, outside of quotes; its end if there is none.
[[nodiscard]] std::size_t begin_of_comment(std::string_view line, char leader);

/// A name as LLVM's assembler reads it: in quotes where it holds what only other assemblers, or no assembler of ASCII,
/// have in names.
[[nodiscard]] std::string as_name(std::string_view word);

/// Listings of MSVC (/FA, with code and source too) and of other compilers for Windows, in MASM's words, become GNU's
/// in Intel's syntax. The comments that name source files and lines become directives that do.
void rewrite_masm(EditedText &text);

/// NASM's words become GNU's in Intel's syntax. Macros and conditions of its preprocessor stay as they are: nobody can
/// read them here.
void rewrite_nasm(EditedText &text);

/// GNU's assembler reads letters outside of ASCII in names, LLVM's only in quotes. (`@feat.00`, which Clang writes for
/// Windows, too.) A byte order mark in front is taken out.
void quote_names_outside_ascii(EditedText &text);

} // namespace osaca
