#pragma once

#include "base/expected.h"

#include <string>

namespace osaca::measure {

/// The assembly in a file. A C file is compiled by $CC with $CFLAGS (default: cc -O2 -march=native).
[[nodiscard]] Expected<std::string> assembly_of(const std::string &file);

} // namespace osaca::measure
