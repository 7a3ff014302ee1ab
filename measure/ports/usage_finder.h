// Step 2: uops of a form that has more than one, or that no class has.
//
// The form is mixed with code that keeps a set of pipes busy and nothing else: its uops that can go nowhere else make
// the mix longer. This is what uops.info does with counters; without them a uop is seen only if the set is the
// bottleneck of the mix, so there is more blocking code the longer the form takes alone. What the blocking code really
// takes is the reference, not what it should take. All figures together put hypotheses in order; while the two best
// ones are about as good, the mix is measured for which they differ most.
#pragma once

#include "measure/ports/blocking_sets.h"
#include "measure/ports/port_map.h"
#include "measure/ports/usage_search.h"

#include <map>
#include <set>

namespace osaca::measure {

class UsageFinder {
public:
  /// `map`: its classes, rates and width are known; those of other forms that are, too, are used.
  UsageFinder(MixLog &log, PortMap &map, const std::vector<FormUnderTest> &forms, std::vector<BlockingSet> sets);

  /// Measures; fills in demands, confidence, kind and reason. solo_cycles (and slots, if known) must be there.
  void find(int form);
  /// A member of a class beside code for each of the largest sets: if several uops explain that clearly better, it
  /// gets those.
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
  void look_at_each_set(int form);
  void look_at_largest_sets(int form);
  void look_at_sets_of(int form, const std::vector<PipeDemand> &demands);
  /// The uops of its parts, if it has any and all of them are known.
  [[nodiscard]] std::optional<std::vector<PipeDemand>> expected_uops(int form) const;
  [[nodiscard]] bool is_as_expected(int form) const;
  [[nodiscard]] UsageQuestion question(int form) const;
  [[nodiscard]] std::optional<UsageTrial> trial(int form, const Mix &mix, const MixFigure &figure) const;
  [[nodiscard]] std::optional<SetRate> rate_without(const std::vector<PipeDemand> &beside, const Mix &mix) const;
  bool tell_apart(int form, const UsageQuestion &question, const std::vector<UsageHypothesis> &ranked);
  void conclude(int form, const UsageQuestion &question, const std::vector<UsageHypothesis> &ranked);

  MixLog &log_;
  PortMap &map_;
  const std::vector<FormUnderTest> &forms_;
  std::vector<BlockingSet> sets_; ///< the largest first
  std::vector<PipeSet> uop_sets_; ///< those of classes first
  std::size_t class_sets_ = 0;
  std::set<std::pair<int, Amount>> tried_;
};

/// Cycles per copy that the found uops and dispatch explain.
[[nodiscard]] double explained_cycles(const FormUsage &usage, double dispatch_width);

} // namespace osaca::measure
