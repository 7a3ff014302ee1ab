#pragma once

#include <string>

namespace osaca::driver {

/// CLI11's text of --help, with long lines broken between words: it leaves them to the terminal, which breaks words.
[[nodiscard]] std::string readable_help(const std::string &help);

} // namespace osaca::driver
