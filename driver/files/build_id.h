// Identifies the build of this program, for files that only the same build may read.
#pragma once

#include <string>

namespace osaca::driver {

/// The build-id that the linker stored in this program, as bytes; empty: it stored none.
[[nodiscard]] std::string build_id();

} // namespace osaca::driver
