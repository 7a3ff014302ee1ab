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

  /// Of the calmest steady rounds; 0: none yet.
  [[nodiscard]] double least_crowding() const;

private:
  std::vector<double> crowdings_; ///< of steady rounds, ascending
};

} // namespace osaca::measure
