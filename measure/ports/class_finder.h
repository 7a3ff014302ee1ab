// Step 1: forms with one uop, sorted by the pipes that it may go to, and which classes share how many pipes.
//
// A form that takes 1/k cycles alone has k pipes. k copies of one form and m of another with m pipes take one cycle if
// their pipes differ, and (k + m) / u if they have u pipes together. From this follows in how many ways the form can be
// added to what is known; as long as there are several, the mix of up to four classes is measured for which they
// predict times that lie farthest apart. A form that can be added in no way has more than one uop and is left to
// step 2.
#pragma once

#include "measure/ports/mix.h"
#include "measure/ports/port_map.h"
#include "measure/ports/pipe_assignment.h"

#include <vector>

namespace osaca::measure {

struct KnownClass {
  int representative = 0;
  int size = 0;
  std::vector<int> members;
};

class ClassFinder {
public:
  ClassFinder(MixLog &log, const MixTolerance &tolerance, double dispatch_width)
      : log_(log), tolerance_(tolerance), width_(dispatch_width) {}

  enum class Outcome {
    added,
    refused,   ///< it fits in no way
    unmeasured ///< its mixes never gave a reliable figure, so that nothing can be said
  };
  /// Adds the form, which has `size` pipes if it is one uop, if it fits in.
  Outcome add(int form, int size);

  [[nodiscard]] const std::vector<KnownClass> &classes() const { return classes_; }
  /// All that agree with every figure; the one to choose first. Empty classes: one structure without pipes.
  [[nodiscard]] const std::vector<PipeAssignment> &candidates() const { return candidates_; }
  [[nodiscard]] bool is_truncated() const { return is_truncated_; } ///< there were more than could be kept

private:
  [[nodiscard]] Outcome shared_limits(int form, int size, std::vector<SharedPipes> &limits);
  [[nodiscard]] double predicted(const PipeAssignment &structure, const std::vector<int> &copies) const;
  [[nodiscard]] Mix mix_of(const std::vector<int> &copies, int form) const;
  void tell_apart(std::vector<PipeAssignment> &candidates, int form, int size);
  void keep_best(std::vector<PipeAssignment> &candidates, std::size_t most);

  MixLog &log_;
  MixTolerance tolerance_;
  double width_;
  std::vector<KnownClass> classes_;
  std::vector<PipeAssignment> candidates_ = {PipeAssignment{}};
  bool is_truncated_ = false;
};

} // namespace osaca::measure
