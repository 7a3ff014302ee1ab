// How many pipes two forms with one uop each have in common: what each answer would cost.
//
// k copies of one form and m of another take 1 cycle if their k and m pipes differ, and (k + m) / u if they have u
// pipes together. Schedulers miss the optimum in some mixes, and any figure may be wrong; so several ratios are
// measured until one answer is clearly better than the next.
#pragma once

#include "measure/ports/misfit.h"

#include <vector>

namespace osaca::measure {

/// A form taken for one uop.
struct SingleUop {
  int form = 0;
  double solo_cycles = 1;
  std::vector<int> sizes;       ///< numbers of pipes that explain what it takes alone, the likeliest first
  bool is_first_of_kind = true; ///< no class so far has a form that uses the same kinds of registers and memory
};

/// Numbers of pipes that may explain what one uop takes alone; empty: none does.
[[nodiscard]] std::vector<int> plausible_sizes(double solo_cycles, double spread);

/// Log of how much slower the form alone is than so many pipes allow.
[[nodiscard]] double filling_slack(double solo_cycles, int size);

class PairEvidence {
public:
  PairEvidence(SingleUop a, SingleUop b, double dispatch_width)
      : a_(std::move(a)), b_(std::move(b)), width_(dispatch_width) {}

  /// Until the answer is clear, or nothing more can tell.
  void measure(MixLog &log);

  [[nodiscard]] bool is_measured() const { return !trials_.empty(); }
  [[nodiscard]] double cost(int size_a, int size_b, int shared) const;
  /// By how much all other answers are worse than that both have the same pipes; negative if one is better.
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
  [[nodiscard]] Prediction predicted(const Trial &trial, const Answer &answer) const;
  [[nodiscard]] std::vector<Answer> answers() const; ///< the best first
  [[nodiscard]] bool tells(const Trial &trial, const std::vector<Answer> &answers) const;

  SingleUop a_;
  SingleUop b_;
  double width_;
  std::vector<Trial> trials_;
};

} // namespace osaca::measure
