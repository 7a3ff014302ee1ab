// "Did you mean ...?": the known name nearest to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace osaca {

/// Edits (insert, delete, replace, swap of neighbours) between two texts, without regard to case; `limit + 1` if there
/// are more than `limit`.
[[nodiscard]] int edit_distance(std::string_view a, std::string_view b, int limit);

/// The candidate with the fewest edits, if a third of the name or less would have to change; else the shortest one that
/// begins with it; otherwise empty. Ties go to the first one.
[[nodiscard]] std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

/// "; did you mean 'zen4'?" or empty, to append to a message.
[[nodiscard]] std::string suggestion(std::string_view name, std::span<const std::string> candidates);

} // namespace osaca
