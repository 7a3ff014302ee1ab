// The words that assembly's statements begin with, as far as one must know them to refuse a text.
#pragma once

#include <string_view>

namespace osaca {

/// What may be in names and directives.
[[nodiscard]] bool is_name_character(char character);

[[nodiscard]] std::string_view after_blanks(std::string_view text);

/// The name or directive at the very beginning; empty if there is none.
[[nodiscard]] std::string_view first_word(std::string_view text);

/// A statement behind its labels and the blanks there.
[[nodiscard]] std::string_view without_labels(std::string_view statement);

} // namespace osaca
