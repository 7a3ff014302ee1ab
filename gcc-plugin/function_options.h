// SPDX-License-Identifier: GPL-3.0-or-later
// What the compiler was told of the function that it is working on: the command line, as changed by attributes and
// pragmas.
#pragma once

#include "gcc_compat.h"

#include "capture_options.h"

namespace osaca::gcc {

/// Of `cfun`.
[[nodiscard]] capture::Options options_of_function();

} // namespace osaca::gcc
