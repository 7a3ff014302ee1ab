// Functions for commands that read lines and write CSV.
#pragma once

#include <istream>
#include <string>
#include <string_view>

namespace osaca::driver {

/// Reads the next line, without its line end. If the line is extremely long, only its beginning is kept. Returns false
/// at the end of the input.
[[nodiscard]] bool next_line(std::istream &input, std::string &line);

/// A field of a CSV file, in quotes if needed. Characters that are not printable ASCII become question marks, so that
/// every reader accepts the file.
[[nodiscard]] std::string csv_field(std::string_view text);

} // namespace osaca::driver
