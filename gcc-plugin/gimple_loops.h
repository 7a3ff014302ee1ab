// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of a function's body as the front end wrote it, for languages whose syntax trees have no loop statements: read from
// GIMPLE before it is lowered, where blocks still stand in each other and nothing has been moved.
//
// The front end's `loop` expression has become a label of the compiler's own and a jump back to it behind the body, in one list of statements.
// A jump back to a label that the user wrote makes no loop here, as in C.
#pragma once

#include "locations.h"

namespace osaca::gcc {

struct GimpleLoop {
  location_t location = UNKNOWN_LOCATION; ///< what the front end says of the loop as a whole
  location_t first = UNKNOWN_LOCATION;    ///< the smallest place in it, `location` included
  location_t last = UNKNOWN_LOCATION;     ///< the largest one
  int parent = -1;                        ///< index of the loop around it, or -1; comes before this one
  bool is_openmp = false;
  std::string variable; ///< that an OpenMP loop counts with
};

/// Of `function`, whose body has not been lowered. In the order of their begin.
[[nodiscard]] std::vector<GimpleLoop> gimple_loops_of(tree function);

} // namespace osaca::gcc
