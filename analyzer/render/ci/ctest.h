// Measurements in the form in which CTest picks them up from a test's output and CDash plots them.
#pragma once

#include "collection/collection.h"

#include <string>

namespace osaca {

/// Numbers of loops, open findings and regressions, and the cycles per iteration of every loop.
[[nodiscard]] std::string render_ctest(const Collection &collection);

} // namespace osaca
