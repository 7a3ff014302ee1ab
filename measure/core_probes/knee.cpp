#include "measure/core_probes/evidence.h"

#include "base/format.h"
#include "measure/harness/samples.h"

#include <algorithm>
#include <map>

namespace osaca::measure::core_probes {
namespace {

constexpr double least_jump = 0.12; // relative to the lower level
constexpr double least_signal = 4;  // as a multiple of the variation in the rest of the curve
constexpr double spike = 1.06;      // as a multiple of both neighbours: disturbed
constexpr int spike_samples = 3;
constexpr int sharp_within = 3;
constexpr int settling_samples = 3;

/// Remembers the samples. Of repeated samples the lowest counts, since disturbances only add time.
class Sampled {
public:
  explicit Sampled(const Sampler &sample) : sample_(sample) {}

  /// False: the curve has no value there.
  bool at(int x, double &value) {
    const auto known = points_.find(x);
    if (known == points_.end() && !again(x))
      return false;
    value = points_.at(x);
    return true;
  }
  bool again(int x) {
    const std::optional<double> value = sample_(x);
    if (!value)
      return false;
    const auto [place, is_new] = points_.emplace(x, *value);
    place->second = std::min(place->second, *value);
    return true;
  }
  /// Takes the median of a few samples, for a point that is important.
  bool settle(int x) {
    std::vector<double> values;
    for (int i = 0; i < settling_samples; ++i) {
      const std::optional<double> value = sample_(x);
      if (!value)
        return false;
      values.push_back(*value);
    }
    points_[x] = median(std::move(values));
    return true;
  }
  [[nodiscard]] double value(int x) const { return points_.at(x); }
  [[nodiscard]] std::vector<CurvePoint> points() const {
    std::vector<CurvePoint> all;
    for (const auto &[x, y] : points_)
      all.push_back({x, y});
    return all;
  }

private:
  const Sampler &sample_;
  std::map<int, double> points_;
};

KneeSearch without(const Sampled &sampled, std::string why) { return {sampled.points(), std::nullopt, std::move(why)}; }

bool sample_grid(Sampled &sampled, const std::vector<int> &grid) {
  double ignored = 0;
  return std::ranges::all_of(grid, [&](int x) { return sampled.at(x, ignored); });
}

/// Samples upwards until the curve has been far above its beginning for a while; points after a step add no
/// information.
bool sample_upwards(Sampled &sampled, std::vector<int> &grid) {
  constexpr std::size_t after = 4;
  constexpr double far_above = 1.2;
  std::vector<double> values;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    double value = 0;
    if (!sampled.at(grid[i], value))
      return false;
    values.push_back(value);
    if (values.size() < 2 * after)
      continue;
    const auto last = values.end() - after;
    if (*std::min_element(last, values.end()) > far_above * median({values.begin(), last})) {
      grid.resize(i + 1);
      break;
    }
  }
  return true;
}

void smooth_spikes(Sampled &sampled, const std::vector<int> &grid) {
  for (std::size_t i = 0; i < grid.size(); ++i)
    for (int tries = 0; tries < spike_samples; ++tries) {
      const double here = sampled.value(grid[i]);
      const double left = i > 0 ? sampled.value(grid[i - 1]) : here;
      const double right = i + 1 < grid.size() ? sampled.value(grid[i + 1]) : left;
      if (here < spike * std::max(i > 0 ? left : right, right) || !sampled.again(grid[i]))
        break;
    }
}

/// By how much two points to the right are both above two points to the left, at the gap after grid[i].
double rise_after(const Sampled &sampled, const std::vector<int> &grid, std::size_t i) {
  const double before = std::max(sampled.value(grid[i - 1]), sampled.value(grid[i]));
  return std::min(sampled.value(grid[i + 1]), sampled.value(grid[i + 2])) - before;
}

/// The largest x below `right` whose value is on the same side of `border` as that of `left`.
std::optional<int> bisect(Sampled &sampled, int left, int right, double border, int precision) {
  while (right - left > precision) {
    const int middle = left + (right - left) / 2;
    if (!sampled.settle(middle))
      return std::nullopt;
    (sampled.value(middle) > border ? right : left) = middle;
  }
  return left;
}

constexpr const char *no_value = "the code did not run at all sizes";

} // namespace

KneeSearch find_step(const Sampler &sample, const Grid &grid) {
  std::vector<int> places;
  for (int x = grid.first; x <= grid.last; x += grid.step)
    places.push_back(x);
  Sampled sampled(sample);
  if (places.size() < 6)
    return without(sampled, "too few points");
  if (!sample_upwards(sampled, places))
    return without(sampled, no_value);
  smooth_spikes(sampled, places);
  std::vector<double> jumps;
  for (std::size_t i = 1; i + 2 < places.size(); ++i)
    jumps.push_back(rise_after(sampled, places, i));
  const auto best = static_cast<std::size_t>(std::ranges::max_element(jumps) - jumps.begin());
  std::vector<double> sizes;
  for (const double jump : jumps)
    sizes.push_back(std::abs(jump));
  const int left = places[best + 1];
  const int right = places[best + 2];
  const double low = sampled.value(left);
  const double high = sampled.value(right);
  if (jumps[best] < least_jump * low || jumps[best] < least_signal * median(sizes))
    return without(sampled, format_text("no step between {} and {}", grid.first, places.back()));
  const double border = (low + high) / 2;
  const std::optional<int> last = bisect(sampled, left, right, border, 1);
  if (!last)
    return without(sampled, no_value);
  const int below = std::max(*last - sharp_within, grid.first);
  const int above = *last + 1 + sharp_within;
  if (!sampled.settle(below) || !sampled.settle(above))
    return without(sampled, no_value);
  const double before = sampled.value(below);
  const double after = sampled.value(above);
  const double tolerated = (high - low) / 4;
  if (before > low + tolerated || after < high - tolerated)
    return without(sampled, format_text("the time rises near {}, but not at once", *last));
  return {sampled.points(), Knee{*last, low, high}, ""};
}

KneeSearch find_rise(const Sampler &sample, const std::vector<int> &grid, double tolerance) {
  Sampled sampled(sample);
  if (grid.size() < 4)
    return without(sampled, "too few points");
  if (!sample_grid(sampled, grid))
    return without(sampled, no_value);
  smooth_spikes(sampled, grid);
  std::vector<double> beginning;
  for (std::size_t i = 0; i < std::max<std::size_t>(2, grid.size() / 4); ++i)
    beginning.push_back(sampled.value(grid[i]));
  const double plateau = median(beginning);
  const double border = plateau * (1 + tolerance);
  std::size_t end = grid.size();
  while (end > 0 && sampled.value(grid[end - 1]) > border)
    --end;
  if (end == grid.size())
    return without(sampled, format_text("the time does not rise up to {}", grid.back()));
  if (end < 2)
    return without(sampled, "the time rises from the beginning");
  const int precision = std::max(1, grid[end] / 100);
  const std::optional<int> last = bisect(sampled, grid[end - 1], grid[end], border, precision);
  if (!last)
    return without(sampled, no_value);
  return {sampled.points(), Knee{*last, plateau, sampled.value(grid.back())}, ""};
}

} // namespace osaca::measure::core_probes
