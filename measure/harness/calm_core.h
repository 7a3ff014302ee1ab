// Was the core ours alone? Judged by a canary: work that fills the core and takes longest beside another thread.
#pragma once

#include "measure/harness/samples.h"

#include <vector>

namespace osaca::measure {

/// Remembers how crowded the rounds so far were, so that later ones can be held against the calmest: not the very calmest once
/// there are many, for one in thousands looks calmer than any core is.
class CalmCore {
public:
  enum class Verdict : std::uint8_t {
    calm,
    disturbed,
    calmer_than_ever, ///< calm, and it shows that what was taken for calm before was not
  };

  Verdict judge(const Typical &round);

  /// What is known of this core from elsewhere: rounds that are more crowded are disturbed, however many they are.
  void expect_at_most(double crowding) { most_crowding_ = crowding; }

  /// Of the calmest steady rounds; 0: none yet.
  [[nodiscard]] double least_crowding() const;

  /// How often it was found that the core had never been calm before: figures of earlier epochs were disturbed.
  [[nodiscard]] int epoch() const { return epoch_; }

private:
  std::vector<double> crowdings_; ///< of steady rounds, ascending
  int epoch_ = 0;
  double most_crowding_ = 0; ///< 0: not known
};

} // namespace osaca::measure
