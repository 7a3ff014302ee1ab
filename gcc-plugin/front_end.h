// SPDX-License-Identifier: GPL-3.0-or-later
// Which of GCC's compilers this plugin was loaded into. There is one program per language (cc1, cc1plus, f951, lto1,
// ...), all of one version take the same plugin, and each has other symbols.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

enum class FrontEnd {
  c_family, ///< C, C++, Objective-C: has a preprocessor that runs handlers of pragmas
  fortran,
  lto,   ///< of -flto's second half: code, and no source
  other, ///< Ada, D, Go, ...
};

/// Of this process. Holds before the front end itself is initialised.
[[nodiscard]] FrontEnd front_end_of_host();

} // namespace osaca::gcc
