// SPDX-License-Identifier: GPL-3.0-or-later
// Records the places of `#pragma osaca analyze` and of the attribute with the same meaning. The preprocessor calls the
// handler, and the parser receives no token. So the pragma is allowed anywhere, also next to `GCC ivdep`, `GCC unroll`
// and `omp simd`.
#pragma once

#include "front/locations.h"

namespace osaca::gcc {

struct RecordedPragma {
  location_t location = UNKNOWN_LOCATION;
  /// Written as `_Pragma` in a macro. Then `location` is where the macro is used, which is also the location of a loop
  /// in the macro.
  bool in_macro = false;
  bool is_attribute = false;     ///< `location` is the name that is declared
  TextPlace in_text = {};        ///< its place when a program is linked, where there is no location
  std::string expectations = {}; ///< the text after `analyze`, as written
};

class PragmaRecorder {
public:
  using Callback = void (*)();

  /// Call once, when the compiler registers its own attributes. GCC passes the attributes of declarations to plugins,
  /// but not those of other statements; it warns that it ignores them.
  static void register_attributes(Callback on_first);

  /// The attributes, in the order in which the parser read them. The place is that of the declared name.
  static const std::vector<RecordedPragma> &attributes();

  /// Call once, while the front end registers its own pragmas. `on_first` is called at the first pragma.
  static void register_pragma(Callback on_first);

  /// In the order in which the preprocessor read them, which is the order of their locations.
  static const std::vector<RecordedPragma> &pragmas();
};

} // namespace osaca::gcc
