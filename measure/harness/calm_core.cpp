#include "measure/harness/calm_core.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr double news = 0.95; // times the least crowding so far: the core had been shared
constexpr double calm_tolerance = 1.05;
constexpr double steady_spread = 0.04;   // of a free core's canary; the clock's steps are a part of it
constexpr std::size_t one_in_wild = 50; // rounds: no more of them look calmer than they are

} // namespace

double CalmCore::least_crowding() const {
  return crowdings_.empty() ? 0 : crowdings_[crowdings_.size() / one_in_wild];
}

CalmCore::Verdict CalmCore::judge(const Typical &round) {
  // Where the frequency changes between chain and canary, a round can look calmer than any core is: it says nothing.
  if (round.crowding_spread > steady_spread || (most_crowding_ > 0 && round.crowding > most_crowding_))
    return Verdict::disturbed;
  const double before = least_crowding();
  crowdings_.insert(std::upper_bound(crowdings_.begin(), crowdings_.end(), round.crowding), round.crowding);
  const double least = least_crowding();
  if (least < before * news) {
    ++epoch_;
    return Verdict::calmer_than_ever;
  }
  return round.crowding <= least * calm_tolerance ? Verdict::calm : Verdict::disturbed;
}

} // namespace osaca::measure
