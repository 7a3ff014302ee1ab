// SPDX-License-Identifier: GPL-3.0-or-later
// What functions are called where people read it.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

/// As the language puts it: "sim::Grid::smooth", "sum<double>". When a program is linked, no language is there to be
/// asked; then it is read off the symbol.
/// Where the name would be very long, only what comes last of it: "smooth".
[[nodiscard]] std::string readable_name(tree function);

} // namespace osaca::gcc
