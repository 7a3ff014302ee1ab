// What all subcommands share: parsing with helpful errors, and one place for messages.
#pragma once

#include "base/expected.h"
#include "driver/command_line/words.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace osaca::driver {

/// One line on standard error: "osaca: what" or "file:line: what".
void complain(std::string_view message);
void complain(const Error &error);

/// Parses `words` into `app`. Empty: go on. Otherwise the exit status: 0 after --help, 2 after a mistake, which has
/// been explained (with the nearest option's name) on standard error.
[[nodiscard]] std::optional<int> parse(CLI::App &app, const Words &words);

/// An option whose value is one of a list of words; a mistyped value gets a suggestion.
CLI::Option *add_choice(CLI::App &app, const std::string &names, std::string &value, std::vector<std::string> choices,
                        const std::string &help);

/// For CLI::Option::transform(): " zen4" is "zen4".
[[nodiscard]] CLI::Validator without_blanks_around();

/// "A,B" or "A, B" lists, repeatable, that never swallow the file names after them.
CLI::Option *add_list(CLI::App &app, const std::string &names, std::vector<std::string> &values,
                      const std::string &help);

/// A whole word that may have surprising content, for a message: in quotes, without control characters, not too long.
[[nodiscard]] std::string in_quotes(std::string_view word);

} // namespace osaca::driver
