// What the subcommands of `osaca measure` share: parsing, messages, lines of input, CSV.
#pragma once

#include "base/expected.h"

#include <CLI/CLI.hpp>

#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

using Words = std::vector<std::string>;

enum ExitStatus : int { success = 0, unusable_input = 2 }; // as the driver's

/// One line on standard error.
void complain(std::string_view message);
void complain(const Error &error);

/// Parses `words` into `app`. Empty: go on. Otherwise the exit status: 0 after --help, 2 after a mistake, which has
/// been explained.
[[nodiscard]] std::optional<int> parse(CLI::App &app, const Words &words);

/// The next line without its end; of a line beyond all reason only the beginning. False at the end of input.
[[nodiscard]] bool next_line(std::istream &input, std::string &line);

/// For CSV: printable ASCII, in quotes where needed.
[[nodiscard]] std::string csv_field(std::string_view text);

/// "0.2500"
[[nodiscard]] std::string decimal(double value, int digits);

} // namespace osaca::measure
