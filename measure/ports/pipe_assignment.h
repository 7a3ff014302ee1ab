// Hypotheses about which classes of instructions share which pipes, and the mix that distinguishes them best.
#pragma once

#include "measure/ports/pipe_sets.h"

#include <optional>
#include <vector>

namespace osaca::measure {

// Which classes of instructions share which pipes: hypotheses, and all ways to add a class.
//
// Pipes have no names here. Two hypotheses are equal if one can be turned into the other by renaming pipes. So pipes
// that belong to the same classes are interchangeable, and a new class is described by the number of its pipes in each
// such group.

struct PipeAssignment {
  std::vector<PipeSet> classes; ///< the pipes of each class
  int pipes = 0;

  friend bool operator==(const PipeAssignment &, const PipeAssignment &) = default;
};

/// How many pipes two classes can have in common.
struct SharedPipes {
  int least = 0;
  int most = 0;
};

/// All different structures with one more class that has `size` pipes and shares as many with class i as `limits[i]`
/// allows. Those with the fewest new pipes come first; at most 4096.
[[nodiscard]] std::vector<PipeAssignment> extensions(const PipeAssignment &structure, int size,
                                                     const std::vector<SharedPipes> &limits);

/// Groups of classes that share pipes directly or through other classes: the union of each group.
[[nodiscard]] std::vector<PipeSet> components(const std::vector<PipeSet> &sets);

// The mix that distinguishes several structures best.

/// The cycles of `copies[i]` copies of each class i, limited by pipes and by dispatch.
[[nodiscard]] double predicted_by(const PipeAssignment &structure, const std::vector<int> &copies,
                                  double dispatch_width);

/// The copies of each class in the mix, which contains the last class and up to three others. `sizes`: the number of
/// pipes of each class. Empty: no mix outside `tried` distinguishes any two of the candidates.
[[nodiscard]] std::optional<std::vector<int>> distinguishing_mix(const std::vector<PipeAssignment> &candidates,
                                                                 const std::vector<int> &sizes, double dispatch_width,
                                                                 double distinct_ratio,
                                                                 const std::vector<std::vector<int>> &tried);

} // namespace osaca::measure
