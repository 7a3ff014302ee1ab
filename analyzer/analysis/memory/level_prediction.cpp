#include "analysis/memory/level_prediction.h"

#include "analysis/memory/streams.h"
#include "base/index.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace osaca {

namespace {

/// A part of the time that overlaps with all other parts.
struct Part {
  Cycles cycles;
  MemoryBoundKind kind = MemoryBoundKind::core;
  const MemoryLevel *slowest = nullptr; ///< if it is transfers
};

LevelTraffic traffic_of(const IterationDemand &demand, std::size_t level) {
  return level < demand.traffic.size() ? demand.traffic[level] : LevelTraffic{};
}

bool moves_lines(const LevelTraffic &traffic) {
  return !traffic.lines_read.is_zero() || !traffic.lines_written.is_zero();
}

void keep_longest(Part &longest, const Part &part) {
  if (part.cycles > longest.cycles)
    longest = part;
}

/// `where_unknown` replaces a composition that is not known.
Part transfers(const IterationDemand &demand, const MemoryHierarchy &hierarchy, std::size_t level_count,
               Composition where_unknown) {
  const auto is_serial = [&](Composition composition) {
    return (composition == Composition::unknown ? where_unknown : composition) == Composition::serial;
  };
  Part longest{demand.l1_cycles};
  Part in_turn; // the sum of the serial times
  Cycles slowest_leg;
  if (is_serial(hierarchy.l1_composition))
    in_turn.cycles = demand.l1_cycles;
  for (std::size_t i = 0; i < level_count; ++i) {
    const MemoryLevel &level = hierarchy.levels[i];
    const Cycles leg = leg_cycles(level, traffic_of(demand, i));
    if (!is_serial(level.composition)) {
      keep_longest(longest, {leg, MemoryBoundKind::transfers, &level});
      continue;
    }
    in_turn.cycles += leg;
    if (leg > slowest_leg) {
      slowest_leg = leg;
      in_turn.kind = MemoryBoundKind::transfers;
      in_turn.slowest = &level;
    }
  }
  keep_longest(longest, in_turn);
  return longest;
}

struct MissTime {
  Cycles cycles; ///< at least
  bool is_known = true;
};

/// If the model lacks a figure for the level, the time is at least that of a nearer one.
MissTime misses(const IterationDemand &demand, const MemoryHierarchy &hierarchy, int level) {
  MissTime time;
  if (demand.irregular_lines.is_zero())
    return time;
  for (int i = 0; i <= level; ++i) {
    const MemoryLevel &from = hierarchy.levels[at(i)];
    time.is_known = !from.latency_cycles.is_zero() && from.parallel_misses != 0;
    if (time.is_known)
      time.cycles = std::max(time.cycles, demand.irregular_lines * from.latency_cycles / Cycles(from.parallel_misses));
  }
  return time;
}

/// Empty: the model lacks a figure for it.
std::optional<Cycles> streaming_stores(const IterationDemand &demand, const MemoryHierarchy &hierarchy) {
  if (demand.streaming_lines.is_zero())
    return Cycles(0);
  if (hierarchy.streaming_store_cycles.is_zero())
    return std::nullopt;
  return demand.streaming_lines * hierarchy.streaming_store_cycles;
}

Cycles revisits(const IterationDemand &demand, const MemoryHierarchy &hierarchy) {
  if (!hierarchy.revisits_transfer || demand.line_revisits.is_zero())
    return Cycles(0);
  return demand.line_revisits *
         (demand.line_store_cycles + leg_cycles(hierarchy.levels.front(), {Cycles(1), Cycles(1), {}}));
}

/// The transfers, plus the time for stores that return to a line. Transfers from memory overlap with that time.
Part composed(const IterationDemand &demand, const MemoryHierarchy &hierarchy, std::size_t level_count,
              Composition where_unknown) {
  const Part whole = transfers(demand, hierarchy, level_count, where_unknown);
  const Cycles back_again = revisits(demand, hierarchy);
  if (back_again.is_zero())
    return whole;
  const bool is_memory = hierarchy.levels[level_count - 1].bytes == 0;
  Part with = is_memory ? transfers(demand, hierarchy, level_count - 1, where_unknown) : whole;
  with.cycles += back_again;
  with.kind = MemoryBoundKind::transfers;
  if (with.slowest == nullptr)
    with.slowest = &hierarchy.levels.front();
  keep_longest(with, whole);
  return with;
}

/// The origin is the weakest among the figures that were used. The source is that of the level itself.
void name_sources(const IterationDemand &demand, const MemoryHierarchy &hierarchy, std::size_t level_count,
                  MemoryLevelFigures &figures) {
  figures.origin = hierarchy.provenance.origin;
  figures.source_of_figures = hierarchy.provenance.text;
  if (level_count != 0)
    figures.origin = Origin::user; // the strongest
  for (std::size_t i = 0; i < level_count; ++i) {
    const Provenance &provenance = hierarchy.levels[i].provenance;
    if (i + 1 == level_count || moves_lines(traffic_of(demand, i)))
      figures.origin = std::max(figures.origin, provenance.origin);
    if (i + 1 == level_count)
      figures.source_of_figures = provenance.text;
  }
}

/// Only for memory: the cores share the bandwidth of the domain.
void share_of_domain(const IterationDemand &demand, const MemoryHierarchy &hierarchy, MemoryLevelFigures &figures) {
  LevelTraffic traffic = figures.traffic;
  traffic.lines_written += demand.streaming_lines;
  const std::optional<Cycles> of_domain = domain_cycles(hierarchy, traffic);
  if (!of_domain || of_domain->is_zero())
    return;
  figures.domain_cycles = of_domain;
  const Cycles cores = figures.cycles_per_iteration / *of_domain;
  const std::int64_t whole =
      cores.numerator() / cores.denominator() + (cores.numerator() % cores.denominator() != 0 ? 1 : 0);
  if (whole <= hierarchy.domain->cores) // otherwise all cores together do not saturate memory
    figures.saturating_cores = static_cast<int>(std::max<std::int64_t>(whole, 1));
}

} // namespace

Cycles leg_cycles(const MemoryLevel &level, const LevelTraffic &traffic) {
  const Cycles reading = (traffic.lines_read + traffic.lines_crowded) * level.read_cycles;
  const Cycles writing = (traffic.lines_written - traffic.lines_unchanged) * level.write_cycles;
  return level.full_duplex ? std::max(reading, writing) : reading + writing;
}

std::optional<Cycles> domain_cycles(const MemoryHierarchy &hierarchy, const LevelTraffic &traffic) {
  if (!hierarchy.domain || hierarchy.clock_mhz == 0)
    return std::nullopt;
  const auto cycles_per_line = [&](int mb_per_s) {
    return Cycles(std::int64_t{hierarchy.line_bytes} * hierarchy.clock_mhz, mb_per_s);
  };
  const int reading =
      hierarchy.domain->read_mb_per_s != 0 ? hierarchy.domain->read_mb_per_s : hierarchy.domain->copy_mb_per_s;
  const int copying = hierarchy.domain->copy_mb_per_s != 0 ? hierarchy.domain->copy_mb_per_s : reading;
  if (reading == 0)
    return std::nullopt;
  const Cycles read = cycles_per_line(reading);
  // A copy reads two lines, one of them only to overwrite it, and writes one. A written line costs at least zero
  // cycles.
  const Cycles write = std::max(Cycles(0), Cycles(3) * cycles_per_line(copying) - Cycles(2) * read);
  return traffic.lines_read * read + traffic.lines_written * write;
}

MemoryLevelFigures predict_level(const IterationDemand &demand, const MemoryHierarchy &hierarchy, int level) {
  MemoryLevelFigures figures;
  const auto level_count = static_cast<std::size_t>(level + 1);
  const MemoryLevel *from = level < 0 ? nullptr : &hierarchy.levels[level_count - 1];
  figures.name = from == nullptr ? "L1" : from->name;
  if (from != nullptr) {
    figures.traffic = traffic_of(demand, level_count - 1);
    figures.leg_cycles = leg_cycles(*from, figures.traffic);
  }
  name_sources(demand, hierarchy, level_count, figures);

  const MissTime missing = misses(demand, hierarchy, level);
  const std::optional<Cycles> streaming = streaming_stores(demand, hierarchy);
  if (!missing.is_known || !streaming || !demand.latency_is_known) {
    figures.origin = Origin::unknown;
    figures.lower_bound_only = from != nullptr;
  }
  Part longest{demand.core_cycles};
  keep_longest(longest, {demand.latency_cycles, MemoryBoundKind::latency});
  keep_longest(longest, {missing.cycles, MemoryBoundKind::misses});
  keep_longest(longest, {streaming.value_or(0), MemoryBoundKind::streaming_stores});
  // In the first level no lines move, and the core's prediction includes its loads and stores.
  if (from != nullptr) {
    const Cycles most = std::max(longest.cycles, composed(demand, hierarchy, level_count, Composition::serial).cycles);
    keep_longest(longest, composed(demand, hierarchy, level_count, Composition::overlapped));
    if (most > longest.cycles)
      figures.most_cycles = most;
  }
  if (!demand.latency_is_known) // the transfers of a line are a part of its latency
    longest = {longest.cycles, MemoryBoundKind::latency};
  figures.cycles_per_iteration = longest.cycles;
  figures.bound_by = longest.kind;
  if (longest.slowest != nullptr)
    figures.transfers_of = longest.slowest->name;
  if (from != nullptr && from->bytes == 0 && !figures.lower_bound_only)
    share_of_domain(demand, hierarchy, figures);
  return figures;
}

namespace {

bool is_beyond_tlb(const MemoryHierarchy &hierarchy, std::size_t level, std::optional<std::int64_t> bytes) {
  if (hierarchy.tlb_reach_bytes == 0)
    return false;
  if (bytes)
    return *bytes > hierarchy.tlb_reach_bytes;
  const int own = hierarchy.levels[level].bytes;
  const int before = level == 0 ? hierarchy.l1_bytes : hierarchy.levels[level - 1].bytes;
  return own == 0 || std::sqrt(static_cast<double>(before) * static_cast<double>(own)) > hierarchy.tlb_reach_bytes;
}

} // namespace

LevelLatency level_latency(const MemoryHierarchy &hierarchy, std::size_t level, std::optional<std::int64_t> bytes) {
  LevelLatency latency;
  for (std::size_t i = 0; i <= level; ++i) {
    const MemoryLevel &from = hierarchy.levels[i];
    const Cycles own = !from.far_latency_cycles.is_zero() && is_beyond_tlb(hierarchy, i, bytes)
                           ? from.far_latency_cycles
                           : from.latency_cycles;
    latency.cycles = std::max(latency.cycles, own);
    latency.is_known = !own.is_zero();
  }
  return latency;
}

std::vector<EdgeIndex> chased_edges(const Kernel &code, const PreparedKernel &prepared,
                                    const std::vector<AccessStream> &streams) {
  std::vector<EdgeIndex> found;
  if (std::ranges::none_of(streams, [](const AccessStream &s) { return s.kind == StreamKind::chased; }))
    return found;
  const AddressOrigins origins(code, prepared);
  for (const AccessStream &stream : streams)
    if (stream.kind == StreamKind::chased)
      for (const int access : stream.accesses)
        for (const EdgeIndex edge : origins.edges_to(prepared.addresses.accesses[at(access)]))
          if (const Dependency &to = prepared.graph.edges[edge]; prepared.graph.nodes[to.to].kind == ValueKind::loaded)
            found.push_back(edge);
  return found;
}

Cycles chased_latency(const PreparedKernel &prepared, const std::vector<EdgeIndex> &chased, Cycles latency_cycles) {
  if (chased.empty() || latency_cycles.is_zero())
    return 0;
  DependencyGraph slower = prepared.graph;
  for (const EdgeIndex edge : chased) {
    Dependency &load = slower.edges[edge];
    const Cycles nearest =
        prepared.kernel.instructions[at(slower.nodes[load.to].instruction)].costed->cost->load_latency_cycles;
    load.cycles = std::max(load.cycles, load.cycles - nearest + latency_cycles);
  }
  Cycles longest;
  for (const LoopCarriedCycle &cycle : loop_carried_dependencies(slower))
    if (std::ranges::find_first_of(cycle.edges, chased) != cycle.edges.end())
      longest = std::max(longest, cycle.per_iteration());
  return longest;
}

namespace {

/// The first cache that holds all data.
std::string level_of(std::int64_t bytes, const MemoryHierarchy &hierarchy) {
  if (bytes <= hierarchy.l1_bytes)
    return "L1";
  for (const MemoryLevel &level : hierarchy.levels)
    if (level.bytes == 0 || bytes <= level.bytes)
      return level.name;
  return "MEM";
}

std::optional<int> index_of(const std::string &level, const MemoryReport &memory) {
  const auto found =
      std::ranges::find_if(memory.levels, [&](const MemoryLevelFigures &figures) { return figures.name == level; });
  if (found == memory.levels.end())
    return std::nullopt;
  return static_cast<int>(found - memory.levels.begin());
}

} // namespace

void place_data(const DataPlace &place, const MemoryHierarchy *hierarchy, KernelReport &report) {
  std::optional<int> index;
  if (!place.names_a_place()) {
    if (!report.memory || !report.memory->footprint || report.memory->footprint->nearest_level == 0)
      return;
    index = report.memory->footprint->nearest_level;
    report.memory->data_in_source = DataLevelSource::trip_counts;
  } else if (hierarchy != nullptr && report.memory)
    index = index_of(place.level.empty() ? level_of(*place.bytes, *hierarchy) : place.level, *report.memory);
  if (!index) {
    report.arch_notes.push_back({ArchNote::Kind::place_of_data_unknown, text_of(place)});
    return;
  }
  report.memory->data_in = index;
  const MemoryLevelFigures &level = report.memory->levels[at(*index)];
  report.complete = report.complete && !level.most_cycles && !level.lower_bound_only;
  if (level.cycles_per_iteration <= report.cycles_per_iteration)
    return;
  report.bounds.push_back(
      {BoundKind::memory, level.cycles_per_iteration, DataBehind{level.name, level.bound_by, level.transfers_of}});
  report.cycles_per_iteration = level.cycles_per_iteration;
  report.bound_by = BoundKind::memory;
  report.bound_is_known = true;
  report.simulated_cycles.reset();
}

} // namespace osaca
