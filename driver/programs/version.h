// `osaca --version`.
#pragma once

#include <string>

namespace osaca::driver {

/// "osaca X.Y.Z", then one line for each other version that a bug report needs.
[[nodiscard]] std::string version_text();

} // namespace osaca::driver
