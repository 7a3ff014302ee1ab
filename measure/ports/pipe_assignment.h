// Which classes of instructions share which pipes: hypotheses about it, and all ways to add a class.
//
// Pipes have no names here. Two hypotheses are the same if one can be turned into the other by renaming pipes; so pipes
// that belong to the same classes are interchangeable, and a new class is told by how many it has of each such group.
#pragma once

#include "measure/ports/port_bound.h"

#include <vector>

namespace osaca::measure {

struct PipeAssignment {
  std::vector<PipeSet> classes; ///< the pipes of each class
  int pipes = 0;

  [[nodiscard]] PipeSet all_pipes() const;
  friend bool operator==(const PipeAssignment &, const PipeAssignment &) = default;
};

/// How many pipes two classes may have in common.
struct SharedPipes {
  int least = 0;
  int most = 0;
};

/// All different structures with one more class that has `size` pipes and shares with class i what `limits[i]` allows,
/// those with the fewest new pipes first; at most 4096.
[[nodiscard]] std::vector<PipeAssignment> extensions(const PipeAssignment &structure, int size,
                                                     const std::vector<SharedPipes> &limits);

/// Classes that share pipes, also by way of others: the union of each such group.
[[nodiscard]] std::vector<PipeSet> components(const std::vector<PipeSet> &sets);

} // namespace osaca::measure
