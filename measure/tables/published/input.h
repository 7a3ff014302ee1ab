// What the readers of published tables share.
#pragma once

#include "measure/tables/import.h"

#include <optional>
#include <string>
#include <string_view>

namespace osaca::measure {

/// The files are of a few megabytes. A row in memory is much larger than the line that it comes from.
constexpr std::size_t largest_published_table = std::size_t{16} << 20;

/// An error if the file is larger than that.
[[nodiscard]] std::optional<Error> too_large(const ImportSource &source);

/// Printable ASCII characters of a name in such a file, at most 100: for the head of our file, and messages.
[[nodiscard]] std::string plain_name(std::string_view text);

} // namespace osaca::measure
