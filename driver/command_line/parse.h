// Words -> the values of the options that a command declares, with helpful errors.
#pragma once

#include "driver/command_line/option_set.h"

#include <optional>

namespace osaca::driver {

/// Empty: go on, the values are where the options say. Otherwise the exit status: 0 after --help, 2 after a mistake,
/// which has been explained (with the nearest option's name) on standard error.
[[nodiscard]] std::optional<int> parse(const OptionSet &options, const Words &words);

} // namespace osaca::driver
