#include "measure/counters/walks/memory_stress.h"

#include "base/format.h"
#include "measure/memory/probe.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {

namespace {

constexpr int last_level_of_core = 2;

const memory::KnownCache *measured_cache(const std::vector<memory::KnownCache> &measured, const std::string &name) {
  const auto found = std::ranges::find_if(measured, [&](const memory::KnownCache &one) { return one.name == name; });
  return found == measured.end() ? nullptr : &*found;
}

} // namespace

StressedLevels stressed_levels(const memory::MachineMemory &machine, const std::vector<memory::KnownCache> &measured) {
  StressedLevels made;
  if (machine.caches.empty()) {
    made.left_out.push_back({"all levels", "the system does not report its caches"});
    return made;
  }
  std::vector<memory::KnownCache> caches;
  for (const memory::ReportedCache &told : machine.caches) {
    const std::string name = format_text("L{}", told.level);
    const memory::KnownCache *known = measured_cache(measured, name);
    if (known == nullptr && machine.is_guest && told.level > last_level_of_core)
      made.left_out.push_back({name, format_text("the system reports {} MiB, but this guest may have only a part of "
                                                 "it; provide the measured size with --memory FILE",
                                                 told.bytes >> 20U)});
    const std::int64_t usable = known != nullptr ? known->bytes : told.bytes;
    caches.push_back({name, usable, std::max(told.bytes, usable)});
  }
  // At most half of the free memory, so that the rest of the machine can continue.
  for (memory::LevelFootprint &one : memory::level_footprints(caches, machine.available_bytes / 2)) {
    const bool is_unknown =
        std::ranges::any_of(made.left_out, [&](const LeftOutLevel &other) { return other.level == one.level; });
    if (is_unknown)
      continue;
    if (one.shortage.empty())
      made.levels.push_back(std::move(one));
    else
      made.left_out.push_back({one.level, one.shortage});
  }
  return made;
}

namespace {

using memory::Walk;
using memory::WalkFigure;
using memory::WalkKind;

constexpr std::uint64_t least_lines = 1'000'000; // so many that beginning and end have little weight
constexpr std::int64_t most_bytes_before = 256 << 20;
constexpr double ns_per_second = 1e9;
constexpr int fewest_multiplications = 3;
constexpr int most_multiplications = 24;  // as in the paper that describes the method
constexpr int timed_multiplications = 64; // enough to hide a load from L1
constexpr std::int64_t bytes_in_any_first_level = 8 << 10;
constexpr double most_longer = 1.15; // by work that should be done while a load waits

struct Access {
  const char *name;
  WalkKind kind;
};
constexpr std::array<Access, 2> accesses = {{{"read", WalkKind::read}, {"write", WalkKind::update}}};

Walk chase_in(const memory::LevelFootprint &level) {
  const bool is_far = level.level != "L1" && level.level != "L2";
  if (is_far)
    return memory::scattered_chase(level.bytes);
  Walk walk;
  walk.bytes = level.bytes;
  return walk;
}

/// Written lines are read first, and lines from a farther level pass through all nearer levels.
std::vector<CountedPart> way_of(const std::vector<memory::LevelFootprint> &levels, const std::string &level,
                                const std::string &access) {
  std::vector<CountedPart> way;
  for (const memory::LevelFootprint &one : levels) {
    if (one.level != level || access == "write")
      way.push_back({one.level, "read"});
    if (one.level != level && access == "write")
      way.push_back({one.level, "write"});
    if (one.level == level)
      break;
  }
  return way;
}

bool is_told(const WalkFigure &figure) { return figure.is_there() && !figure.is_disturbed(); }

void note_time(StressWorkload &facts, const WalkFigure &figure) {
  if (!is_told(figure))
    return;
  facts.seconds = figure.ns() * facts.units / ns_per_second;
  facts.cycles = figure.cycles.cycles * facts.units;
}

class StressMaker {
public:
  StressMaker(const std::vector<memory::LevelFootprint> &levels, memory::MemoryBench &bench,
              const MakeWalkWorkload &make)
      : levels_(levels), bench_(bench), make_(make) {}

  MemoryStress all() {
    for (const memory::LevelFootprint &level : levels_)
      for (const Access &access : accesses)
        sweep(level, access.name, access.kind, {level.level, access.name, way_of(levels_, level.level, access.name)});
    for (const memory::LevelFootprint &level : levels_) // wherever its lines are, they go to memory
      sweep(level, "streaming", WalkKind::streaming_write, {"MEM", "streaming", {}});
    find_time_of_multiplication();
    for (const memory::LevelFootprint &level : levels_)
      chase(level);
    return std::move(made_);
  }

private:
  struct Part {
    std::string resource;
    std::string access;
    std::vector<CountedPart> through;
  };

  void leave_out(const std::string &name, const std::string &reason) {
    made_.left_out.push_back(format_text("{}: {}", name, reason));
  }

  void sweep(const memory::LevelFootprint &level, const std::string &how, WalkKind kind, Part part) {
    Walk walk;
    walk.kind = kind;
    walk.bytes = level.bytes;
    Expected<StressRun> made = make_(format_text("{} {}", level.level, how), walk);
    if (!made) {
      leave_out(format_text("{} {}", level.level, how), made.error().message);
      return;
    }
    StressRun run = std::move(made).value();
    StressWorkload &facts = run.facts;
    facts.resource = std::move(part.resource);
    facts.access = std::move(part.access);
    facts.through = std::move(part.through);
    facts.bytes_per_unit = memory::line_bytes;
    note_time(facts, bench_.time(walk));
    made_.runs.push_back(std::move(run));
  }

  void find_time_of_multiplication() {
    Walk walk;
    walk.bytes = bytes_in_any_first_level;
    walk.multiplications = timed_multiplications;
    const WalkFigure figure = bench_.time(walk);
    if (is_told(figure))
      multiplication_cycles_ = figure.cycles.cycles / timed_multiplications;
  }

  void chase(const memory::LevelFootprint &level) {
    const std::string name = level.level + " chase";
    Walk alone = chase_in(level);
    const WalkFigure latency = bench_.time(alone);
    if (!is_told(latency) || multiplication_cycles_ <= 0) {
      leave_out(name, is_told(latency)
                          ? "the time of a multiplication could not be measured"
                          : format_text("its time could not be measured ({})", name_of(latency.cycles.status)));
      return;
    }
    const double half = latency.cycles.cycles / 2 / multiplication_cycles_;
    Walk beside = alone;
    beside.multiplications =
        std::clamp(static_cast<int>(std::lround(half)), fewest_multiplications, most_multiplications);
    Walk waiting = beside;
    waiting.is_waiting_for_them = true;
    const WalkFigure with_independent = bench_.time(beside);
    const WalkFigure with_dependent = bench_.time(waiting);
    if (!with_independent.is_there() || with_independent.cycles.cycles > most_longer * latency.cycles.cycles) {
      leave_out(name, "independent work does not overlap with its loads");
      return;
    }
    if (!with_dependent.is_there() || with_dependent.cycles.cycles <= latency.cycles.cycles) {
      leave_out(name, "dependent work takes no additional time");
      return;
    }
    StressedChase made;
    made.level = level.level;
    made.timed.latency_cycles = latency.cycles.cycles;
    made.timed.independent_cycles = beside.multiplications * multiplication_cycles_;
    made.timed.dependent_cycles = with_dependent.cycles.cycles - latency.cycles.cycles;
    const std::array<std::pair<const char *, Walk>, 3> wanted = {
        {{"", alone}, {" + independent multiplications", beside}, {" + dependent multiplications", waiting}}};
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      Expected<StressRun> run = make_(name + wanted[i].first, wanted[i].second);
      if (!run) {
        leave_out(name, run.error().message);
        return;
      }
      made.runs[i] = std::move(run).value();
    }
    made_.chases.push_back(std::move(made));
  }

  const std::vector<memory::LevelFootprint> &levels_;
  memory::MemoryBench &bench_;
  const MakeWalkWorkload &make_;
  double multiplication_cycles_ = 0;
  MemoryStress made_;
};

} // namespace

Expected<StressRun> walk_run(const std::string &name, const Walk &walk) {
  Expected<std::unique_ptr<WalkWorkload>> workload =
      WalkWorkload::of(name, walk, least_lines, std::min(2 * walk.bytes, most_bytes_before));
  if (!workload)
    return workload.error();
  StressWorkload facts;
  facts.name = name;
  facts.units = static_cast<double>((*workload)->lines());
  return StressRun{std::move(facts), std::move(workload).value()};
}

MemoryStress memory_stress(const StressedLevels &levels, memory::MemoryBench &bench, const MakeWalkWorkload &make) {
  MemoryStress made = StressMaker(levels.levels, bench, make).all();
  for (const LeftOutLevel &one : levels.left_out)
    made.left_out.push_back(format_text("{}: {}", one.level, one.reason));
  return made;
}

} // namespace osaca::measure
