// One place on each page: the lines stay in a cache, but there are more pages than the core keeps translations of. In a
// guest, a translation that is missing takes two walks, and pages that are large here may be small for the host.
#include "measure/file/decimal.h"
#include "measure/memory/probe.h"

#include <algorithm>

namespace osaca::measure::memory {
namespace {

constexpr std::int64_t small_page = 4096;
constexpr std::int64_t fewest_pages = 16;
constexpr std::int64_t most_pages = 8192;
constexpr std::int64_t fewest_pages_of_last = 256; // a TLB of the first level has fewer
constexpr double rises = 1.2;

const char *whose(const ProbeWorld &world) { return world.machine.is_guest ? " (as this guest sees it)" : ""; }

SizeCurve page_curve(const ProbeWorld &world, PageSize pages) {
  SizeCurve curve;
  for (const std::int64_t count : size_grid(fewest_pages, most_pages)) {
    if (count * small_page > world.bench.most_bytes() || !world.bench.has_time())
      break;
    Walk walk;
    walk.bytes = count * small_page;
    walk.step_bytes = small_page;
    walk.pages = pages;
    const WalkFigure figure = world.bench.time(walk);
    if (figure.is_there())
      curve.push_back({count, figure.cycles.cycles, figure.is_disturbed()});
  }
  return curve;
}

Curve shown(const SizeCurve &points) {
  Curve curve = {"pages", "cycles per load", {}};
  for (const SizePoint &point : points)
    curve.points.push_back({static_cast<int>(point.bytes), point.cycles});
  return curve;
}

/// The lines of so many pages fit: what gets slower before is for want of translations.
std::int64_t pages_whose_lines_fit(const MemoryFigures &figures, std::size_t cache) {
  return figures.caches.size() > cache ? figures.caches[cache].bytes() / line_bytes : 0;
}

void add_reaches(const ProbeWorld &world, MemoryFigures &figures, const SizeCurve &curve, std::vector<Finding> &found) {
  const std::int64_t lines_of_first = pages_whose_lines_fit(figures, 0);
  int number = 0;
  for (const SizeKnee &knee : knees(curve, 0, most_pages, rises)) {
    // Where the lines no longer fit into the first cache, it cannot be told which of the two it is.
    const bool is_cache_too = knee.last_before <= lines_of_first && knee.first_behind > lines_of_first;
    const std::string name = "translations.reach_" + std::to_string(++number);
    const std::string how = "one line on each of so many pages of 4 KiB: " + decimal(knee.low, 1) + " cycles up to " +
                            std::to_string(knee.last_before) + ", " + decimal(knee.high, 1) + " from " +
                            std::to_string(knee.first_behind) + " on" + whose(world);
    if (!is_cache_too && size_at(curve, knee) >= fewest_pages_of_last)
      figures.translated_bytes = size_at(curve, knee) * small_page;
    found.push_back(is_cache_too ? untold(name, "pages", how + "; the first cache is full there, too")
                                 : told(name, "pages", static_cast<double>(size_at(curve, knee)), how));
  }
  if (number == 0)
    found.push_back(
        untold("translations.reach_1", "pages",
               std::string("walks over up to ") + std::to_string(most_pages) + " pages show no step" + whose(world)));
}

} // namespace

std::vector<Finding> probe_translations(const ProbeWorld &world, MemoryFigures &figures) {
  std::vector<Finding> found;
  const SizeCurve small = page_curve(world, PageSize::small);
  add_reaches(world, figures, small, found);
  found.front().curve = shown(small);
  if (world.is_quick)
    return found;
  const SizeCurve huge = page_curve(world, PageSize::huge);
  if (small.size() != huge.size() || small.empty())
    return found;
  const double saved = small.back().cycles - huge.back().cycles;
  found.push_back(told("translations.saved_by_huge_pages", "cycles", std::max(saved, 0.0),
                       "per load, of one on each of " + std::to_string(small.back().bytes) +
                           " pages: " + decimal(small.back().cycles, 1) + " with pages of 4 KiB, " +
                           decimal(huge.back().cycles, 1) + " with huge ones" + whose(world)));
  found.back().curve = shown(huge);
  return found;
}

} // namespace osaca::measure::memory
