// SPDX-License-Identifier: GPL-3.0-or-later
// Records where `#pragma osaca analyze` stands. The preprocessor runs the handler and the parser never sees a
// token, so the pragma may stand anywhere, also beside `GCC ivdep`, `GCC unroll` and `omp simd`.
#pragma once

#include "locations.h"

namespace osaca::gcc {

struct RecordedPragma {
  location_t location = UNKNOWN_LOCATION;
  /// Written as `_Pragma` in a macro: `location` is where the macro is used, the same as that of a loop in it.
  bool in_macro = false;
  TextPlace in_text = {};        ///< where there is no location: the program is being linked
  std::string expectations = {}; ///< what follows `analyze`, as it was written
};

class PragmaRecorder {
public:
  using Callback = void (*)();

  /// Call once, while the front end registers its own pragmas. `on_first` runs at the first pragma.
  static void register_pragma(Callback on_first);

  /// In the order in which the preprocessor met them, which is the order of their locations.
  static const std::vector<RecordedPragma> &pragmas();
};

} // namespace osaca::gcc
