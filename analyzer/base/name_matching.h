// Finds the names that a user means: by a pattern, or in spite of a typing error.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace osaca {

// Patterns: '*' matches any run of characters, '?' any one character, and every other character itself.

[[nodiscard]] bool is_glob(std::string_view pattern);

/// Needs at most |pattern| * |text| steps for any pattern.
[[nodiscard]] bool glob_matches(std::string_view pattern, std::string_view text);

// "Did you mean ...?": finds the known name that is nearest to a mistyped one.

/// Number of edits (insert, delete, replace, swap of neighbours) between two texts, ignoring case; `limit + 1` if there
/// are more than `limit`.
[[nodiscard]] int edit_distance(std::string_view a, std::string_view b, int limit);

/// The candidate with the fewest edits, if at most a third of the name has to change; else the shortest candidate that
/// begins with the name; else empty. The first one wins a tie.
[[nodiscard]] std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

/// Text to append to a message: "; did you mean 'zen4'?", or empty.
[[nodiscard]] std::string suggestion(std::string_view name, std::span<const std::string> candidates);

} // namespace osaca
