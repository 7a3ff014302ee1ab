// Step 2: uops of a form that has more than one, or that no class has.
//
// The form is mixed with code that keeps a set of pipes busy and nothing else. Its uops that can go nowhere else make
// the mix longer: (additional cycles) x (pipes of the set) are their cycles. From these sums over all sets and from the
// form's time alone follows which sets its uops have. This is what uops.info does with counters; without them a uop is
// seen only if the set is the bottleneck of the mix, so there is more blocking code the longer the form takes alone.
#pragma once

#include "measure/ports/blocking_sets.h"

#include <optional>

namespace osaca::measure {

class UsageFinder {
public:
  UsageFinder(MixLog &log, const MixTolerance &tolerance, double dispatch_width, std::vector<BlockingSet> sets)
      : log_(log), tolerance_(tolerance), width_(dispatch_width), sets_(std::move(sets)) {}

  /// Fills in demands, is_within, kind and reason; solo_cycles (and slots, if known) must be there.
  void find(int form, FormUsage &usage);

private:
  struct Share {
    std::optional<double> cycles; ///< of the form's uops that must go to the set; empty: cannot be seen
    std::string reason;
  };
  [[nodiscard]] Share share_of(int form, const FormUsage &usage, std::size_t set, const std::vector<Share> &known);
  [[nodiscard]] Share lowest_agreeing(int form, const BlockingSet &set, int copies, int blocking);
  [[nodiscard]] Share added(int form, const BlockingSet &set, int copies, int blocking);
  void explain(const std::vector<Share> &shares, FormUsage &usage) const;

  MixLog &log_;
  MixTolerance tolerance_;
  double width_;
  std::vector<BlockingSet> sets_; ///< the largest first
};

/// Cycles per copy that the found uops and dispatch explain.
[[nodiscard]] double explained_cycles(const FormUsage &usage, double dispatch_width);

} // namespace osaca::measure
