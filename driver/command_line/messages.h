// Messages to users, standard output, and exit statuses.
#pragma once

#include "base/expected.h"

#include <optional>
#include <string>
#include <string_view>

namespace osaca::driver {

// All messages to users are written by these functions.

/// Writes one line to standard error: "osaca: what" or "file:line: what".
void complain(std::string_view message);
void complain(const Error &error);

/// A word for use in a message: in quotes, without control characters, and shortened if it is too long.
[[nodiscard]] std::string in_quotes(std::string_view word);

/// Writes to standard output. It is no error if the reader (head, a pager) has closed it.
[[nodiscard]] std::optional<Error> write_to_stdout(std::string_view text);

enum ExitStatus : int {
  success = 0,
  failed_on_findings = 1, ///< requested by the user with --fail-on
  unusable_input = 2      ///< also for wrong options and output that cannot be written
};

} // namespace osaca::driver
