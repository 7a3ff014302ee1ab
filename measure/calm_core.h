// Was the core ours alone? Judged by a canary: work that fills the core and takes longest beside another thread.
#pragma once

#include "measure/samples.h"

namespace osaca::measure {

/// Remembers the least crowding of the rounds so far, so that later ones can be held against it.
class CalmCore {
public:
  enum class Verdict : std::uint8_t {
    calm,
    disturbed,
    calmer_than_ever, ///< calm, and it shows that what was taken for calm before was not
  };

  Verdict judge(const Typical &round);

  /// The least crowding of a steady round; 0: none yet.
  [[nodiscard]] double least_crowding() const { return least_crowding_; }

private:
  double least_crowding_ = 0;
};

} // namespace osaca::measure
