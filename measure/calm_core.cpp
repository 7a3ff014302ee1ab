#include "measure/calm_core.h"

namespace osaca::measure {
namespace {

constexpr double news = 0.95; // times the least crowding so far: the core had been shared
constexpr double calm_tolerance = 1.05;
constexpr double steady_spread = 0.04; // of a free core's canary; the clock's steps are a part of it

} // namespace

CalmCore::Verdict CalmCore::judge(const Typical &round) {
  // Where the frequency changes between chain and canary, a round can look calmer than any core is: it says nothing.
  if (round.crowding_spread > steady_spread)
    return Verdict::disturbed;
  const bool is_news = round.crowding < least_crowding_ * news;
  if (least_crowding_ <= 0 || round.crowding < least_crowding_)
    least_crowding_ = round.crowding;
  if (is_news)
    return Verdict::calmer_than_ever;
  return round.crowding <= least_crowding_ * calm_tolerance ? Verdict::calm : Verdict::disturbed;
}

} // namespace osaca::measure
