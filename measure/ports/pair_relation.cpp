#include "measure/ports/pair_relation.h"

#include <algorithm>
#include <array>
#include <vector>

namespace osaca::measure {
namespace {

struct Trial {
  int a = 1;
  int b = 1;
  double cycles = 0;
};

class Comparison {
public:
  Comparison(MixLog &log, const SingleUop &a, const SingleUop &b, const MixTolerance &tolerance, double width)
      : log_(log), a_(a), b_(b), tolerance_(tolerance), width_(width) {}

  PairRelation find() {
    // Times the pipes of each; other ratios have other patterns.
    constexpr std::array<std::pair<int, int>, 6> ratios = {{{1, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 2}, {3, 4}}};
    std::optional<SharedPipes> found;
    for (const auto &[times_a, times_b] : ratios) {
      const MixFigure figure = log_.measured({{a_.form, times_a * a_.pipes}, {b_.form, times_b * b_.pipes}});
      if (!figure.is_reliable)
        continue;
      trials_.push_back({times_a * a_.pipes, times_b * b_.pipes, figure.cycles});
      found = possible();
      // Sharing may be a mere appearance, so it is looked at twice.
      if (found && (found->least == 0 || trials_.size() > 1))
        break;
    }
    return {!trials_.empty(), found};
  }

private:
  [[nodiscard]] double predicted(const Trial &trial, int shared) const {
    const double all = trial.a + trial.b;
    const double together = std::max(1, a_.pipes + b_.pipes - shared);
    return std::max({static_cast<double>(trial.a) / a_.pipes, static_cast<double>(trial.b) / b_.pipes, all / together,
                     all / width_});
  }

  [[nodiscard]] bool is_possible(int shared) const {
    bool is_shown = false;
    bool fits = false;
    for (const Trial &trial : trials_) {
      const double cycles = predicted(trial, shared);
      if (trial.cycles < cycles * (1 - tolerance_.faster))
        return false;
      if (predicted(trial, shared + 1) >= cycles * tolerance_.distinct_ratio()) {
        is_shown = true;
        fits = fits || tolerance_.fits(cycles, trial.cycles);
      }
    }
    return fits || !is_shown;
  }

  [[nodiscard]] std::optional<SharedPipes> possible() const {
    std::optional<SharedPipes> found;
    for (int shared = 0; shared <= std::min(a_.pipes, b_.pipes); ++shared)
      if (is_possible(shared))
        found = {found ? found->least : shared, shared};
    return found;
  }

  MixLog &log_;
  SingleUop a_;
  SingleUop b_;
  MixTolerance tolerance_;
  double width_;
  std::vector<Trial> trials_;
};

} // namespace

PairRelation pair_relation(MixLog &log, const SingleUop &a, const SingleUop &b, const MixTolerance &tolerance,
                           double dispatch_width) {
  return Comparison(log, a, b, tolerance, dispatch_width).find();
}

} // namespace osaca::measure
