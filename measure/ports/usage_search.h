// Which uops explain best what mixes with a form take.
//
// Nothing is measured here: all figures of mixes whose other forms are known are evidence. A hypothesis is a list of
// uops, each with one of the sets of pipes that other forms have. Uops are added one by one to the most promising
// hypotheses; each costs a little, so that no more of them are assumed than figures show.
#pragma once

#include "measure/ports/misfit.h"
#include "measure/ports/port_bound.h"

#include <optional>
#include <vector>

namespace osaca::measure {

/// A mix with the form, as seen from the form.
struct UsageTrial {
  std::vector<PipeDemand> beside; ///< of the other forms, all copies
  double beside_slots = 0;
  double beside_unit_cycles = 0; ///< of the busiest slow unit of the others
  double copies = 1;             ///< of the form
  MixFigure figure;
  std::vector<SetRate> rates; ///< of sets that the other forms keep busy, as they do it without this form
};

struct UsageHypothesis {
  std::vector<PipeDemand> demands; ///< no set twice
  double cost = 0;
};

struct UsageQuestion {
  std::vector<PipeSet> sets; ///< that uops may have, those of classes first
  std::size_t class_sets = 0;
  std::vector<UsageTrial> trials;
  double slots = 1;
  double dispatch_width = 1;
  std::optional<double> solo_cycles; ///< what it takes alone beyond its uops may be a slow unit's
  int most_uops = 6;
  /// What there are reasons to expect before anything is measured: costs nothing to assume.
  std::optional<std::vector<PipeDemand>> expected = {};
};

/// The best first; never empty: no uop at all is a hypothesis, too.
[[nodiscard]] std::vector<UsageHypothesis> ranked_usages(const UsageQuestion &question, std::size_t most);

/// Cycles of the mix, without slow units of the form itself.
[[nodiscard]] Prediction predicted_trial(const UsageQuestion &question, const UsageTrial &trial,
                                         const std::vector<PipeDemand> &demands);

} // namespace osaca::measure
