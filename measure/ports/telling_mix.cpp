#include "measure/ports/telling_mix.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr std::size_t most_compared =
    24; // of the candidates, evenly chosen: enough to find a mix that tells some apart

constexpr std::size_t most_compared_at_last = 256; // if those are all alike

class Chooser {
public:
  Chooser(const std::vector<PipeAssignment> &candidates, const std::vector<int> &sizes, double width,
          double distinct_ratio, const std::vector<std::vector<int>> &tried)
      : candidates_(candidates), sizes_(sizes), width_(width), ratio_(distinct_ratio), tried_(tried),
        copies_(sizes.size(), 0) {
    // Classes that no candidate gives anything in common with the last one cannot tell.
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i)
      if (may_matter(i))
        others_.push_back(i);
  }

  std::optional<std::vector<int>> best() {
    step_ = std::max<std::size_t>(1, candidates_.size() / most_compared);
    search();
    if (!best_ && step_ > 1 && candidates_.size() <= most_compared_at_last) {
      step_ = 1;
      search();
    }
    return best_;
  }

private:
  void search() {
    for (const int factor : {1, 2}) {
      copies_.back() = sizes_.back() * factor;
      choose(0, 0);
    }
  }

  [[nodiscard]] bool may_matter(std::size_t other) const {
    return std::ranges::any_of(candidates_, [&](const PipeAssignment &one) {
      for (const PipeSet component : components(one.classes))
        if ((component & one.classes.back()) != 0 && (component & one.classes[other]) != 0)
          return true;
      return false;
    });
  }

  void choose(std::size_t from, int chosen) {
    constexpr int most_others = 3;
    consider();
    if (chosen == most_others)
      return;
    for (std::size_t i = from; i < others_.size(); ++i) {
      const std::size_t other = others_[i];
      for (const int factor : {1, 2}) {
        if (factor == 2 && chosen > 0)
          continue;
        copies_[other] = sizes_[other] * factor;
        choose(i + 1, chosen + 1);
      }
      copies_[other] = 0;
    }
  }

  /// The more groups of candidates a mix tells apart, and the clearer, the better.
  void consider() {
    std::vector<double> cycles;
    for (std::size_t i = 0; i < candidates_.size(); i += step_)
      cycles.push_back(predicted_by(candidates_[i], copies_, width_));
    std::ranges::sort(cycles);
    int groups = 1;
    double clearest = 0;
    for (std::size_t i = 1; i < cycles.size(); ++i)
      if (cycles[i] >= cycles[i - 1] * ratio_) {
        ++groups;
        clearest = std::max(clearest, cycles[i] / cycles[i - 1]);
      }
    const bool better = groups > best_groups_ || (groups == best_groups_ && clearest > clearest_ + 1e-9);
    if (groups < 2 || !better || std::ranges::find(tried_, copies_) != tried_.end())
      return;
    best_groups_ = groups;
    clearest_ = clearest;
    best_ = copies_;
  }

  const std::vector<PipeAssignment> &candidates_;
  const std::vector<int> &sizes_;
  double width_;
  double ratio_;
  const std::vector<std::vector<int>> &tried_;
  std::vector<int> copies_;
  std::size_t step_ = 1;
  std::vector<std::size_t> others_;
  std::optional<std::vector<int>> best_;
  int best_groups_ = 1;
  double clearest_ = 0;
};

} // namespace

double predicted_by(const PipeAssignment &structure, const std::vector<int> &copies, double dispatch_width) {
  std::vector<PipeDemand> demands;
  double all = 0;
  for (std::size_t i = 0; i < copies.size() && i < structure.classes.size(); ++i)
    if (copies[i] > 0) {
      demands.push_back({structure.classes[i], static_cast<double>(copies[i])});
      all += copies[i];
    }
  return std::max(port_bound(std::move(demands)), all / dispatch_width);
}

std::optional<std::vector<int>> telling_mix(const std::vector<PipeAssignment> &candidates,
                                            const std::vector<int> &sizes, double dispatch_width, double distinct_ratio,
                                            const std::vector<std::vector<int>> &tried) {
  return Chooser(candidates, sizes, dispatch_width, distinct_ratio, tried).best();
}

} // namespace osaca::measure
