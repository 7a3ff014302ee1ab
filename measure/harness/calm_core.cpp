#include "measure/harness/calm_core.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr double news = 0.95; // times the least crowding so far: the core had been shared
constexpr double calm_tolerance = 1.05;
constexpr double steady_spread = 0.04;  // of a free core's canary; the clock's steps are a part of it
constexpr std::size_t one_in_wild = 50; // rounds: no more of them look calmer than they are
constexpr std::size_t in_a_row = 4;     // wild rounds come alone
constexpr double agreement = 1.03;
constexpr double least_additions =
    0.72; ///< of those expected: schedulers leave some units idle (0.84 on a free Emerald Rapids), threads half

} // namespace

double CalmCore::least_crowding() const {
  if (crowdings_.empty())
    return 0;
  const double of_many = crowdings_[crowdings_.size() / one_in_wild];
  return agreed_ > 0 ? std::min(agreed_, of_many) : of_many;
}

void CalmCore::remember(double crowding) {
  crowdings_.insert(std::upper_bound(crowdings_.begin(), crowdings_.end(), crowding), crowding);
  latest_.push_back(crowding);
  if (latest_.size() > in_a_row)
    latest_.pop_front();
  const auto [least, most] = std::ranges::minmax_element(latest_);
  if (latest_.size() == in_a_row && *most <= agreement * *least && (agreed_ <= 0 || *most < agreed_))
    agreed_ = *most;
}

CalmCore::Verdict CalmCore::judge(const Typical &round) {
  // Where the frequency changes between chain and canary, a round can look calmer than any core is: it says nothing.
  if (round.crowding_spread > steady_spread) {
    latest_.clear();
    return Verdict::disturbed;
  }
  if (round.additions_per_cycle > 0 && round.additions_per_cycle < least_additions * expected_additions_)
    return Verdict::disturbed;
  const double before = least_crowding();
  remember(round.crowding);
  const double least = least_crowding();
  if (least < before * news) {
    ++epoch_;
    return Verdict::calmer_than_ever;
  }
  return round.crowding <= least * calm_tolerance ? Verdict::calm : Verdict::disturbed;
}

} // namespace osaca::measure
