// Step 1: finds classes of forms with one uop, how many pipes two of them share, and the sets of pipes that they can
// keep busy.
#pragma once

#include "measure/ports/mix.h"
#include "measure/ports/pipe_assignment.h"

#include <map>
#include <vector>

namespace osaca::measure {

// How many pipes two forms with one uop each have in common: the cost of each possible answer.
//
// k copies of one form and m copies of another take 1 cycle if their k and m pipes are different, and (k + m) / u
// cycles if they have u pipes together. Schedulers miss the optimum in some mixes, and any figure may be wrong. So
// several ratios are measured until one answer is clearly better than the next.

/// A form that is assumed to have one uop.
struct SingleUop {
  int form = 0;
  double solo_cycles = 1;
  std::vector<int> sizes;       ///< the numbers of pipes that explain its time alone, the most likely first
  bool is_first_of_kind = true; ///< no class so far has a form that uses the same kinds of registers and memory
};

/// The numbers of pipes that can explain the time of one uop alone; empty: none can.
[[nodiscard]] std::vector<int> plausible_sizes(double solo_cycles, double spread);

/// The logarithm of how much slower the form alone is than `size` pipes allow.
[[nodiscard]] double filling_slack(double solo_cycles, int size);

class PairEvidence {
public:
  PairEvidence(SingleUop a, SingleUop b, double dispatch_width)
      : a_(std::move(a)), b_(std::move(b)), width_(dispatch_width) {}

  /// Measures until the answer is clear, or no further mix can distinguish the answers.
  void measure(MixLog &log);

  [[nodiscard]] bool is_measured() const { return !trials_.empty(); }
  [[nodiscard]] double cost(int size_a, int size_b, int shared) const;
  /// The cost of the best other answer, minus the cost of the answer that both forms have the same pipes. Negative:
  /// another answer costs less.
  [[nodiscard]] double sameness() const;

private:
  struct Trial {
    int a = 1;
    int b = 1;
    MixFigure figure;
  };
  struct Answer {
    int size_a = 0;
    int size_b = 0;
    int shared = 0;
    double cost = 0;
  };
  [[nodiscard]] MixPrediction predicted(const Trial &trial, const Answer &answer) const;
  [[nodiscard]] std::vector<Answer> answers() const; ///< the best first
  [[nodiscard]] bool tells(const Trial &trial, const std::vector<Answer> &answers) const;

  SingleUop a_;
  SingleUop b_;
  double width_;
  std::vector<Trial> trials_;
};

// Step 1: classes of forms with one uop by the pipes that the uop can use, and how many pipes the classes share.
//
// A form that takes 1/k cycles alone has about k pipes. Its mixes with each known class give a cost for each number of
// pipes shared with that class. The ways to add the form are ranked by this cost. As long as several are about equally
// good, further mixes of up to four classes are measured: those for which the ways predict the most different times. No
// single figure excludes a way; it only raises its cost. A form for which even the best way is bad has more than one
// uop and is left to step 2.

struct KnownClass {
  SingleUop representative;
  std::vector<int> members;
};

/// A structure, and how badly all figures so far contradict it.
struct WeightedAssignment {
  PipeAssignment structure;
  double cost = 0;
};

class ClassFinder {
public:
  ClassFinder(MixLog &log, double dispatch_width) : log_(log), width_(dispatch_width) {}

  enum class Outcome {
    added,
    refused,   ///< no way to add the form fits the figures
    unmeasured ///< its mixes never gave a reliable figure, so nothing is known about it
  };
  /// Adds the form if it fits. Figures that would make it a new class, or would refuse it, are measured again.
  Outcome add(const SingleUop &form);
  /// Adds the form however badly it fits, for forms that nothing else explains better.
  Outcome add_anyway(const SingleUop &form);

  [[nodiscard]] const std::vector<KnownClass> &classes() const { return classes_; }
  /// The best first; never empty.
  [[nodiscard]] const std::vector<WeightedAssignment> &candidates() const { return candidates_; }
  [[nodiscard]] bool is_truncated() const { return is_truncated_; } ///< there were more than could be kept
  /// The confidence that the form's pipes are those of its class, from zero to one.
  [[nodiscard]] double confidence(int form) const;

private:
  /// A mix with copies of each class; the last entry is the form that is being added.
  struct Trial {
    std::vector<int> copies;
    MixFigure figure;
  };
  /// All ways to add the form. Empty: it already is a member, or none of its mixes gave a figure; see `outcome`.
  [[nodiscard]] std::vector<WeightedAssignment> ways_to_add(const SingleUop &form, Outcome &outcome,
                                                            bool anyway = false);
  [[nodiscard]] bool is_member_at_once(const SingleUop &form, std::vector<PairEvidence> &pairs);
  [[nodiscard]] std::vector<WeightedAssignment> extended(const SingleUop &form, const std::vector<PairEvidence> &pairs);
  [[nodiscard]] double cost_of(const PipeAssignment &structure, const Trial &trial, const SingleUop &form) const;
  int distinguish(std::vector<WeightedAssignment> &candidates, const SingleUop &form);
  void keep_best(std::vector<WeightedAssignment> &candidates, std::size_t most, double lead);
  void take(std::vector<WeightedAssignment> candidates, const SingleUop &form);

  MixLog &log_;
  double width_;
  std::vector<KnownClass> classes_;
  std::vector<WeightedAssignment> candidates_ = {{}};
  std::map<int, double> confidence_;
  bool is_truncated_ = false;
};

// Sets of pipes that forms with one uop can keep busy, and the code that does so.

struct BlockingSet {
  PipeSet pipes = 0;
  Mix mix; ///< keeps each of the pipes busy for one cycle
};

/// The sets of the classes and their unions within each component, the largest first. A component is a group of classes
/// that share pipes directly or through other classes. Sets that leave no dispatch slots for other instructions are
/// excluded. If a component has more than 48 sets, only those of its classes and of the whole component are used.
[[nodiscard]] std::vector<BlockingSet> blocking_sets(const PipeAssignment &structure,
                                                     const std::vector<KnownClass> &classes, double dispatch_width);

} // namespace osaca::measure
