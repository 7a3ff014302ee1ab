#pragma once

#include "base/expected.h"

#include <optional>
#include <string>
#include <string_view>

namespace osaca::scan {

/// Puts `bytes` in the place of the file, as a whole or not at all; its permissions stay. Empty: done.
[[nodiscard]] std::optional<Error> replace_file(const std::string &path, std::string_view bytes);

/// To standard output. A reader that went away early is no error.
[[nodiscard]] std::optional<Error> write_to_stdout(std::string_view bytes);

} // namespace osaca::scan
