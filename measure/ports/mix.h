// Mixes of independent instructions, and how badly a measured time contradicts a prediction.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace osaca::measure {

// Mixes of independent instructions: the only measurements that port usage is inferred from.

struct MixItem {
  int form = 0; ///< index into the list of forms under test
  int copies = 1;
  friend auto operator<=>(const MixItem &, const MixItem &) = default;
};

/// One round; rounds are repeated without a pause.
using Mix = std::vector<MixItem>;

struct MixFigure {
  double cycles = 0;        ///< per round
  bool is_reliable = false; ///< the runs agreed; otherwise nothing is concluded from the figure
  double spread = 0;        ///< the difference between runs, relative to the figure
  double chain_cycles = 0;  ///< per round, for copies that wait for each other because there are too few registers
};

using MixMeasurer = std::function<MixFigure(const Mix &)>;

/// Increases when it turns out that everything measured so far was disturbed.
using MixEpoch = std::function<int()>;

/// Whether the time for measuring is over.
using MixTimeIsOver = std::function<bool()>;

/// Measures each mix once per epoch and remembers the results.
class MixLog {
public:
  explicit MixLog(MixMeasurer measurer, MixEpoch epoch = nullptr, MixTimeIsOver is_over = nullptr)
      : measurer_(std::move(measurer)), epoch_(std::move(epoch)), is_over_(std::move(is_over)) {}

  /// Items of the same form are joined, and items without copies are dropped. If the time is over, a new mix gets no
  /// figure.
  [[nodiscard]] MixFigure measured(const Mix &mix);

  /// Measures every mix with the form again, and a third time if both figures differ. The lowest figure counts, since
  /// disturbances only add cycles. A mix is confirmed once per epoch.
  void confirm_all(int form);

  /// Adds an earlier measurement as if it was made in this epoch.
  void remember(const Mix &mix, const MixFigure &figure);

  [[nodiscard]] int epoch() const { return epoch_ ? epoch_() : 0; }
  [[nodiscard]] bool is_over() const { return is_over_ && is_over_(); }
  /// The reason why there is no reliable figure. `which` names the kind of runs in the message.
  [[nodiscard]] std::string reason_without_figures(std::string_view which) const;
  [[nodiscard]] const std::map<Mix, MixFigure> &all() const { return known_; }

private:
  MixMeasurer measurer_;
  MixEpoch epoch_;
  MixTimeIsOver is_over_;
  std::map<Mix, int> epochs_;
  std::map<Mix, int> confirmed_; ///< the epoch in which it was confirmed
  std::map<Mix, MixFigure> known_;
};

[[nodiscard]] Mix normalised(const Mix &mix);
[[nodiscard]] int copies_in(const Mix &mix);

// How badly a figure contradicts its prediction.
//
// In units of -log(probability), so that the misfits of several figures add up and hypotheses are compared by their
// sums. A single figure never decides: its cost for a hypothesis is limited, because any figure may be wrong. A time
// longer than predicted costs little, since schedulers bind uops to pipes before they know the optimum, and some mixes
// are always slower. A time shorter than predicted costs much, since no mix is faster than its pipes.

struct MixPrediction {
  double cycles = 0;
  double slack = 0; ///< logarithm of how much slower such code regularly is, because pipes never fill completely
};

[[nodiscard]] double misfit(const MixPrediction &predicted, const MixFigure &figure);

/// One figure can distinguish predictions whose ratio is at least this.
constexpr double distinguishable_ratio = 1.1;

/// The slack of code that only dispatch limits: real code does not fill dispatch completely either.
constexpr double dispatch_slack = 0.07;

/// How plausible a hypothesis still is whose cost exceeds that of the best one by `cost_gap`; from zero to one.
[[nodiscard]] double confidence_of_gap(double cost_gap);

} // namespace osaca::measure
