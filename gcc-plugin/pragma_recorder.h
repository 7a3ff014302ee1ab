// SPDX-License-Identifier: GPL-3.0-or-later
// Records where `#pragma osaca analyze` stands. The preprocessor runs the handler and the parser never sees a
// token, so the pragma may stand anywhere, also beside `GCC ivdep`, `GCC unroll` and `omp simd`.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

class PragmaRecorder {
public:
  using Callback = void (*)();

  /// Call once, while the front end registers its own pragmas. `on_first` runs at the first pragma.
  static void register_pragma(Callback on_first);

  /// In the order in which the preprocessor met them, which is the order of their locations.
  static const std::vector<location_t> &locations();
};

} // namespace osaca::gcc
