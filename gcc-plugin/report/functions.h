// SPDX-License-Identifier: GPL-3.0-or-later
// The names of functions as people read them, and the options that each was compiled with.
#pragma once

#include "capture.h"
#include "gcc_compat.h"

namespace osaca::gcc {

// Readable names of functions.

/// The name as the language writes it: "sim::Grid::smooth", "sum<double>". When a program is linked, no front end is
/// available, and the name is derived from the symbol. If the name would be very long, only its last component is
/// returned: "smooth".
[[nodiscard]] std::string readable_name(tree function);

/// The name that a symbol stands for; the symbol itself if it stands for none.
[[nodiscard]] std::string readable_symbol(const std::string &symbol);

// The options of the current function: the command line, as changed by attributes and pragmas.

/// The options of `cfun`.
[[nodiscard]] capture::CompilerOptions options_of_function();

} // namespace osaca::gcc
