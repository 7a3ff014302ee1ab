// Step 1: forms with one uop, sorted by the pipes that it may go to, and which classes share how many pipes.
//
// A form that takes 1/k cycles alone has about k pipes. From its mixes with each class known so far follows what it
// costs to give it so many of a class's pipes; so the ways in which it can be added are put in order. As long as
// several are about as good, the mix of up to four classes is measured for which they predict times that lie farthest
// apart. No way dies of a figure: its cost grows. A form for which even the best way is bad has more than one uop and
// is left to step 2.
#pragma once

#include "measure/ports/mix.h"
#include "measure/ports/pair_relation.h"
#include "measure/ports/pipe_assignment.h"

#include <map>
#include <vector>

namespace osaca::measure {

struct KnownClass {
  SingleUop representative;
  std::vector<int> members;
};

/// A structure and how badly all figures so far contradict it.
struct WeightedAssignment {
  PipeAssignment structure;
  double cost = 0;
};

class ClassFinder {
public:
  ClassFinder(MixLog &log, double dispatch_width) : log_(log), width_(dispatch_width) {}

  enum class Outcome {
    added,
    refused,   ///< it fits in no way
    unmeasured ///< its mixes never gave a reliable figure, so that nothing can be said
  };
  /// Adds the form if it fits in. What would make a new class or none of it is measured again.
  Outcome add(const SingleUop &form);
  /// However badly it fits in: where nothing else explains it better.
  Outcome add_anyway(const SingleUop &form);

  [[nodiscard]] const std::vector<KnownClass> &classes() const { return classes_; }
  /// The best first; never empty.
  [[nodiscard]] const std::vector<WeightedAssignment> &candidates() const { return candidates_; }
  [[nodiscard]] bool is_truncated() const { return is_truncated_; } ///< there were more than could be kept
  /// That the form's pipes are those of its class, from zero to one.
  [[nodiscard]] double confidence(int form) const;

private:
  /// A mix of copies of each class; the last is the form that is being added.
  struct Trial {
    std::vector<int> copies;
    MixFigure figure;
  };
  /// All ways to add it; empty: it is a member already, or none of its mixes gave a figure (`outcome`).
  [[nodiscard]] std::vector<WeightedAssignment> ways_to_add(const SingleUop &form, Outcome &outcome,
                                                            bool anyway = false);
  [[nodiscard]] bool is_member_at_once(const SingleUop &form, std::vector<PairEvidence> &pairs);
  [[nodiscard]] std::vector<WeightedAssignment> extended(const SingleUop &form, const std::vector<PairEvidence> &pairs);
  [[nodiscard]] double cost_of(const PipeAssignment &structure, const Trial &trial, const SingleUop &form) const;
  int tell_apart(std::vector<WeightedAssignment> &candidates, const SingleUop &form);
  void keep_best(std::vector<WeightedAssignment> &candidates, std::size_t most, double lead);
  void take(std::vector<WeightedAssignment> candidates, const SingleUop &form);

  MixLog &log_;
  double width_;
  std::vector<KnownClass> classes_;
  std::vector<WeightedAssignment> candidates_ = {{}};
  std::map<int, double> confidence_;
  bool is_truncated_ = false;
};

} // namespace osaca::measure
