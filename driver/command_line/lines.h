// Line in, row out: what all commands share that read lines and write CSV.
#pragma once

#include <istream>
#include <string>
#include <string_view>

namespace osaca::driver {

/// The next line without its end; of a line beyond all reason only the beginning. False at the end of input.
[[nodiscard]] bool next_line(std::istream &input, std::string &line);

/// For CSV: in quotes where needed; what is not printable ASCII becomes a question mark, so that every reader takes it.
[[nodiscard]] std::string csv_field(std::string_view text);

} // namespace osaca::driver
