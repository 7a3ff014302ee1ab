// SPDX-License-Identifier: GPL-3.0-or-later
// Detects which of GCC's compilers has loaded this plugin. There is one program per language (cc1, cc1plus, f951, lto1,
// ...). All programs of one GCC version load the same plugin, but each defines different symbols.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

enum class FrontEndKind {
  c_family, ///< C, C++, Objective-C: the preprocessor calls handlers of pragmas
  fortran,
  lto,   ///< the compiler that -flto runs at link time: it has code, but no source
  other, ///< Ada, D, Go, ...
};

/// The front end of this process. The result is valid even before the front end is initialised.
[[nodiscard]] FrontEndKind front_end_of_host();

} // namespace osaca::gcc
