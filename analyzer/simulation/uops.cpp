#include "simulation/uops.h"

#include <algorithm>

namespace osaca {

void Uops::describe(int first, int now_ticks, const SimulationPlan &plan, std::vector<std::int64_t> &state) const {
  const int of_iteration = static_cast<int>(plan.demands.size());
  int index = (first % of_iteration + of_iteration) % of_iteration;
  for (int number = first; number < count_; ++number, index = index + 1 == of_iteration ? 0 : index + 1) {
    const int long_ago = -1 - plan.longest_offset_ticks[static_cast<std::size_t>(index)];
    if (number < 0 || (*this)[number].place == Uop::Place::issued) {
      state.push_back(number < 0 ? long_ago : std::max((*this)[number].ticks - now_ticks, long_ago));
      continue;
    }
    // Its pending inputs are those that have not issued: no need to name them.
    const Uop &uop = (*this)[number];
    state.push_back((std::int64_t{std::max(uop.ticks - now_ticks, 0)} << 16) + uop.scheduler + 1);
  }
}

} // namespace osaca
