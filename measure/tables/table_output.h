#pragma once

#include "base/expected.h"

#include <optional>
#include <string>

namespace osaca::measure {

/// Empty: written. "" and "-" are standard output.
[[nodiscard]] std::optional<Error> write_table(const std::string &path, const std::string &text);

} // namespace osaca::measure
