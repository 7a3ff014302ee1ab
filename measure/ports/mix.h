// Mixes of instructions that do not wait for each other: the one thing that port usage is inferred from.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
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
  double chain_cycles = 0;  ///< per round, of copies that wait for each other because there are too few registers
};

using MixMeasurer = std::function<MixFigure(const Mix &)>;

/// Goes up when it turns out that everything measured so far was disturbed.
using MixEpoch = std::function<int()>;

/// Whether the time for measuring is over.
using MixTimeIsOver = std::function<bool()>;

/// Asks each mix once in an epoch and remembers the answers.
class MixLog {
public:
  explicit MixLog(MixMeasurer measurer, MixEpoch epoch = nullptr, MixTimeIsOver is_over = nullptr)
      : measurer_(std::move(measurer)), epoch_(std::move(epoch)), is_over_(std::move(is_over)) {}

  /// Items of the same form are joined, those without copies left out. What is new when the time is over has no figure.
  [[nodiscard]] MixFigure measured(const Mix &mix);

  /// Measures every mix with the form once more, and a third time if the two differ: the lowest counts, since
  /// disturbances only add.
  /// A mix is confirmed once in an epoch.
  void confirm_all(int form);

  /// What was measured earlier, as if in this epoch.
  void remember(const Mix &mix, const MixFigure &figure);

  [[nodiscard]] int epoch() const { return epoch_ ? epoch_() : 0; }
  [[nodiscard]] bool is_over() const { return is_over_ && is_over_(); }
  /// Why there is no reliable figure of runs "alone" or "beside others".
  [[nodiscard]] std::string reason_without_figures(std::string_view which) const;
  [[nodiscard]] const std::map<Mix, MixFigure> &all() const { return known_; }

private:
  MixMeasurer measurer_;
  MixEpoch epoch_;
  MixTimeIsOver is_over_;
  std::map<Mix, int> epochs_;
  std::map<Mix, int> confirmed_; ///< in which epoch
  std::map<Mix, MixFigure> known_;
};

[[nodiscard]] Mix normalised(const Mix &mix);
[[nodiscard]] int copies_in(const Mix &mix);

} // namespace osaca::measure
