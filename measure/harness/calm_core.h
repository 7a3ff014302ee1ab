// Was the core ours alone? Judged by a canary: work that fills the core and takes longest beside another thread.
#pragma once

#include "measure/harness/samples.h"

#include <deque>
#include <vector>

namespace osaca::measure {

/// Remembers how crowded the rounds so far were, so that later ones can be held against the calmest: not the very
/// calmest once there are many, for one in thousands looks calmer than any core is. What a few rounds in a row agree on
/// stays known, however long somebody else is on the core afterwards.
class CalmCore {
public:
  enum class Verdict : std::uint8_t {
    calm,
    disturbed,
    calmer_than_ever, ///< calm, and it shows that what was taken for calm before was not
  };

  Verdict judge(const Typical &round);

  /// How many additions of Typical::additions_per_cycle the core does when it is free, by a model of it; 0: not known.
  /// Far fewer mean that another thread is on the core, even if it has been there from the first round on.
  void expect_additions(double per_cycle) { expected_additions_ = per_cycle; }

  /// So long was waited already, over all figures, for somebody else to leave the core.
  [[nodiscard]] double waited_seconds() const { return waited_seconds_; }
  void has_waited(double seconds) { waited_seconds_ += seconds; }

  /// Of the calmest steady rounds; 0: none yet.
  [[nodiscard]] double least_crowding() const;

  /// How often it was found that the core had never been calm before: figures of earlier epochs were disturbed.
  [[nodiscard]] int epoch() const { return epoch_; }

private:
  void remember(double crowding);

  std::vector<double> crowdings_; ///< of steady rounds, ascending
  std::deque<double> latest_;     ///< of the last rounds, if these were steady
  double expected_additions_ = 0; ///< per cycle
  double agreed_ = 0;             ///< the least that rounds in a row agreed on; 0: none did
  double waited_seconds_ = 0;
  int epoch_ = 0;
};

} // namespace osaca::measure
