// Step 2: finds the uops of forms that have more than one, or whose uop has no class, and which uops best explain the
// measured times.
#pragma once

#include "measure/ports/class_finder.h"
#include "measure/ports/mix.h"
#include "measure/ports/pipe_sets.h"
#include "measure/ports/port_map.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace osaca::measure {

// Which uops best explain the times of mixes with a form.
//
// Nothing is measured here: all figures of mixes whose other forms are known are evidence. A hypothesis is a list of
// uops, each with one of the sets of pipes that other forms have. Uops are added one by one to the most promising
// hypotheses. Each uop has a small cost, so that only as many are assumed as the figures require.

/// A mix with the form, from the form's point of view.
struct UsageTrial {
  std::vector<PipeDemand> other_demands; ///< the demands of all copies of the other forms
  double other_slots = 0;
  double other_unit_cycles = 0; ///< of the slow unit that the others occupy longest
  double copies = 1;            ///< of the form
  MixFigure figure;
  std::vector<SetRate> rates; ///< the rates of sets that the other forms keep busy, measured without this form
};

struct UsageHypothesis {
  std::vector<PipeDemand> demands; ///< no set occurs twice
  double cost = 0;
};

struct UsageQuestion {
  std::vector<PipeSet> sets; ///< the sets that uops can have; those of classes first
  std::size_t class_sets = 0;
  std::vector<UsageTrial> trials;
  double slots = 1;
  double dispatch_width = 1;
  std::optional<double> solo_cycles; ///< time alone that its uops do not explain may be due to a slow unit
  int most_uops = 6;
  /// The uops that are expected before anything is measured; they have no cost.
  std::optional<std::vector<PipeDemand>> expected = {};
};

/// The best first. Never empty, since no uop at all is a hypothesis, too.
[[nodiscard]] std::vector<UsageHypothesis> ranked_usages(const UsageQuestion &question, std::size_t most);

/// The cycles of the mix, without slow units of the form itself.
[[nodiscard]] MixPrediction predicted_trial(const UsageQuestion &question, const UsageTrial &trial,
                                            const std::vector<PipeDemand> &demands);

// Step 2: finds the uops of a form that has more than one, or whose uop has no class.
//
// The form is mixed with code that keeps only one set of pipes busy. Uops of the form that must use a pipe of this set
// make the mix longer. This is the method of uops.info, which uses counters. Without counters a uop is visible only if
// the set is the bottleneck of the mix, so the amount of blocking code grows with the time of the form alone. The
// reference is the measured time of the blocking code, not its theoretical one. All figures together rank the
// hypotheses. While the two best ones are about equally good, the mix is measured for which they differ most.

class UsageFinder {
public:
  /// `map`: its classes, rates and width must be known. The usage of other forms is used if it is known.
  UsageFinder(MixLog &log, PortMap &map, const std::vector<FormUnderTest> &forms, std::vector<BlockingSet> sets);

  /// Measures, and fills in demands, confidence, kind and reason. solo_cycles must be set before; slots is used if it
  /// is set.
  void find(int form);
  /// Mixes a member of a class with code for each of the largest sets. If several uops explain the times clearly better
  /// than the one uop of its class, the form gets these uops.
  void review(int form);

private:
  struct Amount {
    std::size_t set = 0;
    int copies = 1;
    int blocking = 1; ///< cycles of blocking code
    friend auto operator<=>(const Amount &, const Amount &) = default;
  };
  [[nodiscard]] std::optional<Amount> usual_amount(int form, std::size_t set) const;
  [[nodiscard]] Mix mix_of(int form, const Amount &amount) const;
  [[nodiscard]] std::optional<double> share(int form, const Amount &amount);
  void decide(int form);
  void try_each_set(int form);
  void try_largest_sets(int form);
  void try_sets_of(int form, const std::vector<PipeDemand> &demands);
  /// The uops of all its parts, if it has parts and all of them are known.
  [[nodiscard]] std::optional<std::vector<PipeDemand>> expected_uops(int form) const;
  [[nodiscard]] bool is_as_expected(int form) const;
  [[nodiscard]] UsageQuestion question(int form) const;
  [[nodiscard]] std::optional<UsageTrial> trial(int form, const Mix &mix, const MixFigure &figure) const;
  [[nodiscard]] std::optional<SetRate> rate_without(const std::vector<PipeDemand> &other_demands, const Mix &mix) const;
  bool distinguish(int form, const UsageQuestion &question, const std::vector<UsageHypothesis> &ranked);
  void conclude(int form, const UsageQuestion &question, const std::vector<UsageHypothesis> &ranked);

  MixLog &log_;
  PortMap &map_;
  const std::vector<FormUnderTest> &forms_;
  std::vector<BlockingSet> sets_; ///< the largest first
  std::vector<PipeSet> uop_sets_; ///< those of classes first
  std::size_t class_sets_ = 0;
  std::set<std::pair<int, Amount>> tried_;
};

/// The cycles per copy that the found uops and dispatch explain.
[[nodiscard]] double explained_cycles(const FormUsage &usage, double dispatch_width);

} // namespace osaca::measure
