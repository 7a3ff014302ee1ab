#include "base/format.h"
#include "measure/file/number_text.h"
#include "measure/memory/probe.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::memory {

// Sizes and ways of caches: what the system reports, and where walks get slower. A guest may see caches that it has to
// share. If the two disagree, both are reported.

namespace {

constexpr std::int64_t smallest = 8 << 10;
constexpr std::int64_t farthest_plain = 64 << 20; // a larger chase over all the memory shows nothing about caches
constexpr std::int64_t first_far = 4 << 20;
constexpr double huge_is_got = 0.9;
constexpr int most_ways = 32;

void add_point(SizeCurve &curve, std::int64_t bytes, const WalkFigure &figure) {
  if (figure.is_there())
    curve.push_back({bytes, figure.cycles.cycles, figure.is_disturbed()});
}

bool is_wanted(const ProbeWorld &world, std::size_t number) { return !world.is_quick || number % 2 == 0; }

/// Four times the largest cache that the system reports; larger sizes show nothing new.
std::int64_t farthest(const ProbeWorld &world) {
  constexpr std::int64_t without_a_word = 512 << 20;
  const std::int64_t largest = world.machine.caches.empty() ? 0 : world.machine.caches.back().bytes;
  return std::min(std::max(4 * largest, without_a_word), world.bench.most_bytes());
}

double measure_curves(const ProbeWorld &world, SizeCurves &curves) {
  double huge_share = 0;
  std::size_t number = 0;
  for (const std::int64_t bytes : size_grid(smallest, std::min(farthest_plain, world.bench.most_bytes())))
    if (is_wanted(world, number++) || bytes <= first_far) {
      Walk walk;
      walk.bytes = bytes;
      const WalkFigure figure = world.bench.time(walk);
      add_point(curves.chase, bytes, figure);
      huge_share = figure.huge_share;
    }
  const std::int64_t growth = world.is_quick ? 4 : 2;
  for (std::int64_t bytes = first_far; bytes <= farthest(world); bytes *= growth)
    if (world.bench.has_time()) {
      add_point(curves.chase_in_blocks, bytes, world.bench.time(scattered_chase(bytes)));
      Walk read;
      read.kind = WalkKind::read;
      read.bytes = bytes;
      add_point(curves.read, bytes, world.bench.time(read));
    }
  return huge_share;
}

ProbeFinding size_finding(const CacheSize &size) {
  const std::string name = "sizes." + size.name;
  const std::string system =
      size.reported_bytes > 0 ? "the system reports " + bytes_text(size.reported_bytes) : "the system reports no size";
  if (size.measured_bytes == 0)
    return make_undetermined(name, "bytes", system + ", and no walk shows a size");
  const std::string walks = format_text("walks become slower from {} on, as with a size of {}",
                                        bytes_text(size.usable_bytes), bytes_text(size.measured_bytes));
  if (size.agrees())
    return make_finding(name, "bytes", static_cast<double>(size.reported_bytes), format_text("{}; {}", system, walks));
  ProbeFinding finding =
      make_undetermined(name, "bytes", format_text("{}, but {}, the current share of this machine", system, walks));
  if (size.reported_bytes == 0)
    finding.value = static_cast<double>(size.measured_bytes);
  return finding;
}

/// A chase over places that all belong to one set: the cache holds as many of them as it has ways.
ProbeFinding ways_of_first(const ProbeWorld &world, const CacheSize &first) {
  const std::string name = "sizes.L1.ways";
  const std::int64_t set_distance = first.ways > 0 ? first.reported_bytes / first.ways : 0;
  if (set_distance == 0 || set_distance % line_bytes != 0)
    return make_undetermined(name, "ways", "the system does not report the ways");
  Curve curve = {"places in one set", "cycles per load", {}};
  std::optional<int> last_fast;
  double fast = 0;
  for (int places = 2; places <= std::min(most_ways, first.ways + 4); ++places) {
    Walk walk;
    walk.bytes = set_distance * places;
    walk.step_bytes = set_distance;
    walk.keeps_to_one_set = true;
    const WalkFigure figure = world.bench.time(walk);
    if (!figure.is_there())
      break;
    fast = fast == 0 ? figure.cycles.cycles : fast;
    curve.points.push_back({places, figure.cycles.cycles});
    if (figure.cycles.cycles < 1.15 * fast && (!last_fast || *last_fast == places - 1))
      last_fast = places;
  }
  const std::string how = format_text("the system reports {}; lines {} apart are fast for up to {} lines", first.ways,
                                      bytes_text(set_distance), last_fast.value_or(0));
  ProbeFinding finding =
      last_fast == first.ways ? make_finding(name, "ways", first.ways, how) : make_undetermined(name, "ways", how);
  finding.curve = std::move(curve);
  return finding;
}

} // namespace

std::vector<ProbeFinding> probe_sizes(const ProbeWorld &world, MemoryFigures &figures) {
  std::vector<ProbeFinding> found;
  const double huge_share = measure_curves(world, figures.curves);
  figures.caches = cache_sizes(world.machine.caches, figures.curves);
  for (const CacheSize &size : figures.caches)
    found.push_back(size_finding(size));
  if (!found.empty()) {
    found.front().curve = curve_of(figures.curves.chase, "cycles per load, random places");
    found.back().curve = curve_of(figures.curves.read, "cycles per line, read in order");
  }
  if (!figures.caches.empty())
    found.push_back(ways_of_first(world, figures.caches.front()));
  for (const CacheSize &size : figures.caches)
    if (size.name != "L1" && size.ways > 0)
      found.push_back(make_undetermined(
          format_text("sizes.{}.ways", size.name), "ways",
          format_text("the system reports {}; which lines share a set is unknown beyond the first level", size.ways)));
  if (world.machine.caches.size() > 0 && world.machine.caches.front().line_bytes > 0)
    found.push_back(
        make_finding("sizes.line", "bytes", world.machine.caches.front().line_bytes, "reported by the system"));
  found.push_back(make_finding(
      "sizes.huge_pages", core_probes::yes_or_no, huge_share >= huge_is_got ? 1 : 0,
      format_text("requested; the system provided {} % of the memory in huge pages{}", decimal(100 * huge_share, 0),
                  world.machine.is_guest ? ". The host of this guest may still use small pages" : "")));
  return found;
}

// One place per page: the lines stay in a cache, but there are more pages than the core has translations for. In a
// guest a TLB miss takes two page walks, and pages that are large here may be small on the host.

namespace {

constexpr std::int64_t small_page = 4096;
constexpr std::int64_t fewest_pages = 16;
constexpr std::int64_t most_pages = 8192;
constexpr std::int64_t fewest_pages_of_last = 256; // an L1 TLB has fewer
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

/// So many pages whose lines fit into the cache; below this number, TLB misses cause any slowdown.
std::int64_t pages_whose_lines_fit(const MemoryFigures &figures, std::size_t cache) {
  return figures.caches.size() > cache ? figures.caches[cache].bytes() / line_bytes : 0;
}

void add_reaches(const ProbeWorld &world, MemoryFigures &figures, const SizeCurve &curve,
                 std::vector<ProbeFinding> &found) {
  const std::int64_t lines_of_first = pages_whose_lines_fit(figures, 0);
  int number = 0;
  for (const SizeKnee &knee : knees(curve, 0, most_pages, rises)) {
    // If the lines no longer fit into the first cache, the cause may be either of the two.
    const bool is_cache_too = knee.last_before <= lines_of_first && knee.first_after > lines_of_first;
    const std::string name = format_text("translations.reach_{}", ++number);
    const std::string how =
        format_text("one line on each 4 KiB page: {} cycles up to {} pages, {} from {} on{}", decimal(knee.low, 1),
                    knee.last_before, decimal(knee.high, 1), knee.first_after, whose(world));
    if (!is_cache_too && size_at(curve, knee) >= fewest_pages_of_last)
      figures.translated_bytes = size_at(curve, knee) * small_page;
    found.push_back(is_cache_too ? make_undetermined(name, "pages", how + "; the first-level cache is full there, too")
                                 : make_finding(name, "pages", static_cast<double>(size_at(curve, knee)), how));
  }
  if (number == 0)
    found.push_back(
        make_undetermined("translations.reach_1", "pages",
                          format_text("walks over up to {} pages do not become slower{}", most_pages, whose(world))));
}

} // namespace

std::vector<ProbeFinding> probe_translations(const ProbeWorld &world, MemoryFigures &figures) {
  std::vector<ProbeFinding> found;
  const SizeCurve small = page_curve(world, PageSize::small);
  add_reaches(world, figures, small, found);
  found.front().curve = shown(small);
  if (world.is_quick)
    return found;
  const SizeCurve huge = page_curve(world, PageSize::huge);
  if (small.size() != huge.size() || small.empty())
    return found;
  const double saved = small.back().cycles - huge.back().cycles;
  found.push_back(make_finding(
      "translations.saved_by_huge_pages", "cycles", std::max(saved, 0.0),
      format_text("per load, with one line on each of {} pages: {} with 4 KiB pages, {} with huge pages{}",
                  small.back().bytes, decimal(small.back().cycles, 1), decimal(huge.back().cycles, 1), whose(world))));
  found.back().curve = shown(huge);
  return found;
}

} // namespace osaca::measure::memory
