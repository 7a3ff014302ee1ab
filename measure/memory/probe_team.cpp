// How cores affect each other. Members walk over memory of their own; in a guest, other guests use the memory too.
#include "base/format.h"
#include "measure/file/number_text.h"
#include "measure/memory/probe.h"
#include "measure/memory/walk_code.h"

#include <algorithm>
#include <array>

namespace osaca::measure::memory {
namespace {

constexpr double most_stolen_of_a_member = 0.05;
constexpr const char *one_cpu = "unsupported: this program can use only one CPU";

/// 1, 2, 4, ... and all.
std::vector<std::size_t> team_sizes(std::size_t all) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = 1; size < all; size *= 2)
    sizes.push_back(size);
  sizes.push_back(all);
  return sizes;
}

Walk share_of(const ProbeWorld &world, const LevelFigures &level, WalkKind kind, std::size_t members) {
  Walk walk;
  walk.kind = kind;
  // Together they cover as much as one member alone, so that the last-level cache does not hold a larger part.
  const std::int64_t most = world.bench.most_bytes() / static_cast<std::int64_t>(members);
  walk.bytes = std::min(level.footprint_bytes, most);
  return walk;
}

/// Whether all cores together get clearly less than the sum of their rates alone. Only then does the rate describe the
/// memory and not the cores.
bool is_saturated(const Curve &curve) {
  constexpr double most = 0.85;
  return curve.points.back().y < most * curve.points.back().x * curve.points.front().y;
}

void keep_shared(const ProbeFinding &finding, WalkKind kind, SharedRates &shared) {
  if (!finding.value || finding.is_unstable || !finding.curve || !is_saturated(*finding.curve))
    return;
  shared.cores = finding.curve->points.back().x;
  (kind == WalkKind::read ? shared.read_gb_per_s : shared.copy_gb_per_s) = *finding.value;
}

ProbeFinding scaling(const ProbeWorld &world, const LevelFigures &level, WalkKind kind) {
  const std::vector<int> &cpus = world.machine.cpus;
  const double seconds = world.is_quick ? 0.2 : 0.5;
  const std::string name = format_text("team.{}.{}", level.name, name_of(kind));
  Curve curve = {"cores", "GB/s", {}};
  bool is_stolen = false;
  for (const std::size_t size : team_sizes(cpus.size())) {
    const std::vector<int> members(cpus.begin(), cpus.begin() + static_cast<std::ptrdiff_t>(size));
    const TeamFigure figure = team_rate(share_of(world, level, kind, cpus.size()), members, seconds);
    if (!figure.problem.empty())
      return make_undetermined(name, "GB/s", figure.problem);
    is_stolen = is_stolen || figure.stolen_share > most_stolen_of_a_member;
    curve.points.push_back({static_cast<int>(size), figure.gb_per_s * traffic_of(kind).moved()});
  }
  ProbeFinding finding = make_finding(name, "GB/s", curve.points.back().y,
                                      format_text("moved by {} cores; one core moves {}{}", cpus.size(),
                                                  decimal(curve.points.front().y, 1),
                                                  is_saturated(curve) ? "" : ". More cores would move more"));
  finding.is_unstable = is_stolen;
  finding.curve = std::move(curve);
  return finding;
}

ProbeFinding latency_under_load(const ProbeWorld &world, const LevelFigures &memory) {
  Walk chase = scattered_chase(share_of(world, memory, WalkKind::chase, 2).bytes);
  const double seconds = world.is_quick ? 0.2 : 0.5;
  const LoadedLatency figure = loaded_latency(chase, share_of(world, memory, WalkKind::copy, world.machine.cpus.size()),
                                              world.machine.cpus, seconds);
  if (!figure.problem.empty())
    return make_undetermined("team.MEM.loaded_latency", "ns", figure.problem);
  const auto alone = memory.walks.find(WalkKind::chase);
  const std::string quiet = alone != memory.walks.end() && alone->second.is_there()
                                ? format_text("; alone {} ns", decimal(alone->second.ns(), 0))
                                : "";
  return make_finding("team.MEM.loaded_latency", "ns", figure.ns,
                      format_text("per load, while all other cores copy ({} GB/s moved){}",
                                  decimal(figure.gb_per_s * traffic_of(WalkKind::copy).moved(), 1), quiet));
}

ProbeFinding hand_over(const ProbeWorld &world) {
  const std::vector<int> &cpus = world.machine.cpus;
  constexpr std::size_t most_partners = 8;
  Curve curve = {"CPU", "ns", {}};
  for (std::size_t i = 1; i < std::min(cpus.size(), most_partners + 1); ++i)
    if (const auto ns = hand_over_ns(cpus.front(), cpus[i]))
      curve.points.push_back({cpus[i], *ns});
  if (curve.points.empty())
    return make_undetermined("team.core_to_core", "ns", "no line could be passed between cores");
  const auto least = std::ranges::min_element(curve.points, [](auto a, auto b) { return a.y < b.y; });
  ProbeFinding finding =
      make_finding("team.core_to_core", "ns", least->y,
                   "time to pass a line that two cores write alternately; the fastest of the tested pairs");
  finding.curve = std::move(curve);
  return finding;
}

} // namespace

std::vector<ProbeFinding> probe_team(const ProbeWorld &world, MemoryFigures &figures) {
  std::vector<ProbeFinding> found;
  found.push_back(world.machine.nodes == 1
                      ? make_undetermined("team.remote", "ns", "unsupported: this machine has only one NUMA node")
                      : make_undetermined("team.remote", "ns", "unsupported: several NUMA nodes are not measured yet"));
  if (world.machine.cpus.size() < 2) {
    for (const char *name : {"team.MEM.read", "team.MEM.loaded_latency", "team.core_to_core"})
      found.push_back(make_undetermined(name, "", one_cpu));
    return found;
  }
  use_all(world.machine.cpus);
  for (const LevelFigures &level : figures.levels) {
    if (level.name != "MEM" && (world.is_quick || level.name == "L1" || level.name == "L2"))
      continue;
    for (const WalkKind kind : {WalkKind::read, WalkKind::copy}) {
      found.push_back(scaling(world, level, kind));
      if (level.name == "MEM")
        keep_shared(found.back(), kind, figures.shared);
    }
  }
  if (!figures.levels.empty())
    found.push_back(latency_under_load(world, figures.levels.back()));
  found.push_back(hand_over(world));
  stay_on(world.machine.cpus.front());
  return found;
}

} // namespace osaca::measure::memory
