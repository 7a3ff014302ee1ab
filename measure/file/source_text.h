#pragma once

#include "base/expected.h"

#include <string>

namespace osaca::measure {

/// The assembly in a file; of a C file what $CC with $CFLAGS (cc -O2 -march=native) makes of it.
[[nodiscard]] Expected<std::string> assembly_of(const std::string &file);

} // namespace osaca::measure
