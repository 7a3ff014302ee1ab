// Mixes of instructions that do not wait for each other: the one thing that port usage is inferred from.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace osaca::measure {

struct MixItem {
  int form = 0; ///< index into the list of forms under test
  int copies = 1;
  friend auto operator<=>(const MixItem &, const MixItem &) = default;
};

/// One round; rounds follow each other without an end.
using Mix = std::vector<MixItem>;

struct MixFigure {
  double cycles = 0;        ///< per round
  bool is_reliable = false; ///< runs agreed; otherwise nothing is concluded from it
  double spread = 0;        ///< by how much they differed, as a part of it
};

using MixMeasurer = std::function<MixFigure(const Mix &)>;

/// Asks each mix once and remembers the answers.
class MixLog {
public:
  explicit MixLog(MixMeasurer measurer) : measurer_(std::move(measurer)) {}

  /// Items of the same form are joined, those without copies left out.
  [[nodiscard]] MixFigure measured(const Mix &mix);

  [[nodiscard]] const std::map<Mix, MixFigure> &all() const { return known_; }
  /// Most instructions per cycle of any reliable mix.
  [[nodiscard]] double best_rate() const { return best_rate_; }

private:
  MixMeasurer measurer_;
  std::map<Mix, MixFigure> known_;
  double best_rate_ = 0;
};

[[nodiscard]] Mix normalised(const Mix &mix);
[[nodiscard]] int copies_in(const Mix &mix);

/// How far a figure may lie from what explains it, as a part of the latter. Real schedulers miss the optimum, so that
/// code is slower than its bound more often than faster.
struct MixTolerance {
  double faster = 0.04;
  double slower = 0.09;

  [[nodiscard]] bool fits(double predicted, double measured) const {
    return measured >= predicted * (1 - faster) && measured <= predicted * (1 + slower);
  }
  /// Predictions in this ratio or more cannot both fit one figure.
  [[nodiscard]] double distinct_ratio() const { return (1 + slower) / (1 - faster); }
};

} // namespace osaca::measure
