// Rewrites the text of other assemblers for LLVM's parser, and splits assembly text into words.
#pragma once

#include "decode/dialect/dialect.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace osaca {

// Words of assembly text, for all assemblers.

using Words = std::initializer_list<std::string_view>;

[[nodiscard]] bool is_one_of(std::string_view word, Words words);
[[nodiscard]] bool begins_with_one_of(std::string_view text, Words words);

/// Calls `visit(line, offset of the line)` for each line, without the line end. Stops after `most_lines` lines, or when
/// `visit` returns false.
template <class Visit> void for_each_line(std::string_view text, std::size_t most_lines, Visit &&visit) {
  for (std::size_t number = 0, begin = 0; number < most_lines && begin < text.size(); ++number) {
    const std::size_t end = std::min(text.size(), text.find('\n', begin));
    if (!visit(text.substr(begin, end - begin), begin))
      return;
    begin = end + 1;
  }
}

[[nodiscard]] bool is_outside_ascii(char character);

/// Whether a character can be part of a name in any assembler: letters (including non-ASCII ones), digits and _.$@?
[[nodiscard]] bool is_of_word(char character);

/// Removes blanks and the word after them from the beginning of `text`, and returns the word. Empty if the blanks are
/// not followed by a word.
[[nodiscard]] std::string_view take_word(std::string_view &text);

/// The offset in `line` of the comment that begins with the character `leader`. A `leader` in quotes does not count. If
/// there is no comment, the result is the length of the line.
[[nodiscard]] std::size_t begin_of_comment(std::string_view line, char leader);

/// The name in the form that LLVM's assembler reads: in quotes if it contains characters that only other assemblers
/// allow, or non-ASCII characters.
[[nodiscard]] std::string as_name(std::string_view word);

/// Rewrites MASM listings of MSVC (/FA, also with code and source) and of other Windows compilers as GNU assembly in
/// Intel syntax. Comments that name source files and lines become directives.
void rewrite_masm(EditedText &text);

/// Rewrites NASM text as GNU assembly in Intel syntax. Macros and conditions of NASM's preprocessor are left unchanged,
/// and are later reported as unreadable.
void rewrite_nasm(EditedText &text);

/// Puts names with non-ASCII letters in quotes: GNU's assembler reads them without quotes, LLVM's does not. The same is
/// done for `@feat.00`, which Clang writes for Windows. A byte order mark at the beginning is removed.
void quote_names_outside_ascii(EditedText &text);

/// Whether a label or the target of a call is spelled as in C++.
[[nodiscard]] bool has_cpp_names(std::string_view text);

/// Gives names that are spelled as in C++ ("f(int, double):", "call std::sort(int*, int*)") a spelling that assemblers
/// allow. Compiler Explorer shows and passes on such text. as_spelled_in_text() is the inverse.
void spell_cpp_names_plainly(EditedText &text);

} // namespace osaca
