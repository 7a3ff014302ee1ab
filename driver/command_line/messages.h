// What a command says to people, and what its exit status says to programs.
#pragma once

#include "base/expected.h"

#include <string>
#include <string_view>

namespace osaca::driver {

// One place for messages to people.

/// One line on standard error: "osaca: what" or "file:line: what".
void complain(std::string_view message);
void complain(const Error &error);

/// A whole word that may have surprising content, for a message: in quotes, without control characters, not too long.
[[nodiscard]] std::string in_quotes(std::string_view word);

enum ExitStatus : int {
  success = 0,
  failed_on_findings = 1, ///< the user asked for it with --fail-on
  unusable_input = 2      ///< also: wrong options, output that cannot be written
};

} // namespace osaca::driver
