// Sizes and ways: what the system says, beside where walks get slower. A guest may be shown caches that it has not got
// for itself; then the two disagree, and neither is taken for the truth.
#include "measure/memory/probe.h"

#include "measure/file/decimal.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::memory {
namespace {

constexpr std::int64_t smallest = 8 << 10;
constexpr std::int64_t farthest_plain = 64 << 20; // beyond, a chase over everything tells nothing of the caches
constexpr std::int64_t first_far = 4 << 20;
constexpr double huge_is_got = 0.9;
constexpr int most_ways = 32;

void add_point(SizeCurve &curve, std::int64_t bytes, const WalkFigure &figure) {
  if (figure.is_there())
    curve.push_back({bytes, figure.cycles.cycles, figure.is_disturbed()});
}

bool is_wanted(const ProbeWorld &world, std::size_t number) { return !world.is_quick || number % 2 == 0; }

/// Beyond four times the largest cache that the system speaks of, nothing new comes.
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

Finding size_finding(const CacheSize &size) {
  const std::string name = "sizes." + size.name;
  const std::string system =
      size.told_bytes > 0 ? "the system says " + bytes_text(size.told_bytes) : "the system says nothing";
  if (size.measured_bytes == 0)
    return untold(name, "bytes", system + ", and no walk gets slower there");
  const std::string walks = "walks get slower from " + bytes_text(size.usable_bytes) + " on, as if it were " +
                            bytes_text(size.measured_bytes);
  if (size.agrees())
    return told(name, "bytes", static_cast<double>(size.told_bytes), system + "; " + walks);
  Finding finding = untold(name, "bytes", system + ", but " + walks + ": this machine's share of it, today");
  if (size.told_bytes == 0)
    finding.value = static_cast<double>(size.measured_bytes);
  return finding;
}

/// Places that all belong to one set: as many as it has ways stay in the cache.
Finding ways_of_first(const ProbeWorld &world, const CacheSize &first) {
  const std::string name = "sizes.L1.ways";
  const std::int64_t set_distance = first.ways > 0 ? first.told_bytes / first.ways : 0;
  if (set_distance == 0 || set_distance % line_bytes != 0)
    return untold(name, "ways", "the system does not tell them");
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
  const std::string how = "the system says " + std::to_string(first.ways) + "; places " + bytes_text(set_distance) +
                          " apart stay fast up to " + std::to_string(last_fast.value_or(0));
  Finding finding = last_fast == first.ways ? told(name, "ways", first.ways, how) : untold(name, "ways", how);
  finding.curve = std::move(curve);
  return finding;
}

} // namespace

std::vector<Finding> probe_sizes(const ProbeWorld &world, MemoryFigures &figures) {
  std::vector<Finding> found;
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
      found.push_back(untold("sizes." + size.name + ".ways", "ways",
                             "the system says " + std::to_string(size.ways) +
                                 "; places of one set are not known behind the first level"));
  if (world.machine.caches.size() > 0 && world.machine.caches.front().line_bytes > 0)
    found.push_back(told("sizes.line", "bytes", world.machine.caches.front().line_bytes, "the system says so"));
  found.push_back(told("sizes.huge_pages", core_probes::yes_or_no, huge_share >= huge_is_got ? 1 : 0,
                       "asked for; the system gave " + decimal(100 * huge_share, 0) + " % of the memory in huge pages" +
                           (world.machine.is_guest ? ". This is a guest: its host may still use small ones" : "")));
  return found;
}

} // namespace osaca::measure::memory
