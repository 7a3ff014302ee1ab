// One place for messages to people.
#pragma once

#include "base/expected.h"

#include <string>
#include <string_view>

namespace osaca::driver {

/// One line on standard error: "osaca: what" or "file:line: what".
void complain(std::string_view message);
void complain(const Error &error);

/// A whole word that may have surprising content, for a message: in quotes, without control characters, not too long.
[[nodiscard]] std::string in_quotes(std::string_view word);

} // namespace osaca::driver
