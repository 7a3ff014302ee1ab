// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of a function's body as the front end generated it, for languages whose syntax trees have no loop
// statements. They are read from GIMPLE before it is lowered, while blocks are still nested and no code has been moved.
//
// At this point, a LOOP_EXPR of the front end has become three things in one list of statements: a label that the
// compiler created, the body, and a jump back to the label. A jump back to a label that the user wrote does not count
// as a loop, just as a loop made of `goto` does not count in C.
#pragma once

#include "front/locations.h"

namespace osaca::gcc {

struct GimpleLoop {
  location_t location = UNKNOWN_LOCATION; ///< the front end's location of the whole loop
  location_t first = UNKNOWN_LOCATION;    ///< the first place in it, `location` included
  location_t last = UNKNOWN_LOCATION;     ///< the last place in it
  int parent = -1;                        ///< index of the enclosing loop, which is smaller than its own; or -1
  bool is_openmp = false;
  std::string variable; ///< the counter of an OpenMP loop
};

/// The loops of `function`, whose body has not been lowered, in the order in which they begin.
[[nodiscard]] std::vector<GimpleLoop> gimple_loops_of(tree function);

} // namespace osaca::gcc
