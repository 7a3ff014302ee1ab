// How likely a path through a loop with branches is.
#pragma once

namespace osaca {

struct PathShare {
  double probability =
      1;               ///< of the iterations that come round to the loop's head: the part that takes this path, 0 to 1
  double followed = 1; ///< the same of all paths of this loop that are analysed
};

} // namespace osaca
