#include "measure/memory/memory_section.h"

#include "analysis/memory/level_prediction.h"
#include "base/format.h"
#include "measure/file/number_text.h"
#include "measure/file/yaml_writer.h"
#include "model/memory_hierarchy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace osaca::measure::memory {

namespace {

constexpr double tolerable = 0.25;   // mean error; beyond it, neither composition describes the machine
constexpr double beyond_doubt = 1.1; // address translation must add this much to a latency to be visible
constexpr std::array<WalkKind, 3> checked_kinds = {WalkKind::update, WalkKind::triad, WalkKind::write};

std::optional<double> cycles_in(const LevelFigures &level, WalkKind kind) {
  const auto found = level.walks.find(kind);
  return found != level.walks.end() && found->second.is_there() ? std::optional(found->second.cycles.cycles)
                                                                : std::nullopt;
}

LevelTraffic lines_of(WalkKind kind) {
  const WalkTraffic traffic = traffic_of(kind);
  return {Cycles(traffic.read + traffic.allocated), Cycles(traffic.written)};
}

/// The cycles per line of a walk, with its data in the last level of the hierarchy.
std::optional<double> predicted(const MemoryHierarchy &hierarchy, const LevelFigures &first, WalkKind kind) {
  const std::optional<double> in_first = cycles_in(first, kind);
  if (!in_first)
    return std::nullopt;
  IterationDemand demand;
  demand.core_cycles = demand.l1_cycles = Cycles::nearest(*in_first);
  demand.traffic.assign(hierarchy.levels.size(), lines_of(kind));
  const MemoryLevelFigures said = predict_level(demand, hierarchy, static_cast<int>(hierarchy.levels.size()) - 1);
  return (said.most_cycles ? *said.most_cycles : said.cycles_per_iteration).to_double();
}

struct Candidate {
  MemoryHierarchy hierarchy;
  double worst = 0; ///< relative error
  double mean = 0;
};

std::optional<LoadAndCopy> load_and_copy(const LevelFigures &level) {
  const std::optional<double> load = cycles_in(level, WalkKind::read);
  const std::optional<double> copy = cycles_in(level, WalkKind::copy);
  return load && copy ? std::optional(LoadAndCopy{Cycles::nearest(*load), Cycles::nearest(*copy)}) : std::nullopt;
}

/// A hundredth of a cycle is finer than any measurement.
Cycles in_hundredths(Cycles cycles) { return Cycles::nearest(std::round(100 * cycles.to_double()) / 100); }

/// Legs of the last level that reproduce reading and copying exactly, as far as possible. If the composition is unknown
/// the times add up, as in predicted().
std::optional<MemoryLevel> last_fitted(MemoryHierarchy hierarchy, const std::vector<LevelFigures> &levels) {
  std::vector<LoadAndCopy> measured;
  for (std::size_t i = 0; i <= hierarchy.levels.size(); ++i) {
    const std::optional<LoadAndCopy> of_level = load_and_copy(levels[i]);
    if (!of_level)
      return std::nullopt;
    measured.push_back(*of_level);
  }
  const auto known = [](Composition composition) {
    return composition == Composition::unknown ? Composition::serial : composition;
  };
  hierarchy.l1_composition = known(hierarchy.l1_composition);
  for (MemoryLevel &level : hierarchy.levels)
    level.composition = known(level.composition);
  MemoryLevel fitted =
      with_fitted_legs(std::move(hierarchy), measured.front(), {measured.begin() + 1, measured.end()}).levels.back();
  fitted.read_cycles = in_hundredths(fitted.read_cycles);
  fitted.write_cycles = in_hundredths(fitted.write_cycles);
  return fitted;
}

/// Adds the next level; the first of `levels` is L1.
std::optional<Candidate> candidate(MemoryHierarchy hierarchy, Composition composition,
                                   const std::vector<LevelFigures> &levels) {
  if (hierarchy.levels.empty())
    hierarchy.l1_composition = composition;
  const LevelFigures &first = levels.front();
  const LevelFigures &level = levels[hierarchy.levels.size() + 1];
  MemoryLevel added;
  added.name = level.name;
  added.composition = composition;
  hierarchy.levels.push_back(added);
  const std::optional<MemoryLevel> fitted = last_fitted(hierarchy, levels);
  if (!fitted)
    return std::nullopt;
  hierarchy.levels.back() = *fitted;

  Candidate made{std::move(hierarchy)};
  int judged = 0;
  for (const WalkKind kind : checked_kinds) {
    const std::optional<double> measured = cycles_in(level, kind);
    const std::optional<double> said = predicted(made.hierarchy, first, kind);
    if (!measured || !said || *measured <= 0)
      continue;
    const double off = std::abs(*said / *measured - 1);
    made.worst = std::max(made.worst, off);
    made.mean += off;
    ++judged;
  }
  made.mean /= std::max(judged, 1);
  return judged > 0 ? std::optional(std::move(made)) : std::nullopt;
}

void describe_level(const MemoryFigures &figures, const LevelFigures &measured, const std::string &source,
                    MemoryLevel &level) {
  level.provenance = {Origin::measured, source};
  level.parallel_misses = measured.parallel_misses;
  level.line_banks = measured.line_banks;
  if (const std::optional<double> latency = cycles_in(measured, WalkKind::chase))
    level.latency_cycles = Cycles::nearest(std::round(10 * *latency) / 10);
  const std::optional<WalkFigure> &far = measured.over_many_pages;
  if (figures.translated_bytes > 0 && far && far->is_there() &&
      far->cycles.cycles > beyond_doubt * level.latency_cycles.to_double())
    level.far_latency_cycles = Cycles::nearest(std::round(10 * far->cycles.cycles) / 10);
  for (const CacheSize &cache : figures.caches)
    if (cache.name == level.name) {
      level.bytes = static_cast<int>(std::min<std::int64_t>(cache.bytes(), std::numeric_limits<int>::max()));
      level.ways = cache.ways;
      level.shared_by = cache.shared_by;
    }
}

std::string percent(double part) { return decimal(100 * part, 0) + " %"; }

std::string off_text(const Candidate &candidate) {
  return format_text("{} (at most {})", percent(candidate.mean), percent(candidate.worst));
}

ProbeFinding composition_finding(const std::string &level, const Candidate &serial, const Candidate &overlapped,
                                 Composition chosen) {
  const std::string name = "composition." + level;
  const std::string how = format_text("with legs from reading and copying, updates, triads and writes differ by {} if "
                                      "times are added, and by {} if they overlap",
                                      off_text(serial), off_text(overlapped));
  if (chosen == Composition::unknown)
    return make_undetermined(name, "serial", how);
  ProbeFinding finding = make_finding(name, "serial", chosen == Composition::serial ? 1 : 0, how);
  finding.unit = core_probes::yes_or_no;
  finding.name += ".serial";
  return finding;
}

/// False: too little was measured of this level.
bool add_level(const MemoryFigures &figures, const LevelFigures &measured, const std::string &source,
               FittedHierarchy &fitted) {
  std::optional<Candidate> serial = candidate(*fitted.hierarchy, Composition::serial, figures.levels);
  std::optional<Candidate> overlapped = candidate(*fitted.hierarchy, Composition::overlapped, figures.levels);
  if (!serial || !overlapped)
    return false;
  const bool is_serial = serial->mean < overlapped->mean;
  Composition chosen = is_serial ? Composition::serial : Composition::overlapped;
  if (std::min(serial->mean, overlapped->mean) > tolerable)
    chosen = Composition::unknown;
  fitted.findings.push_back(composition_finding(measured.name, *serial, *overlapped, chosen));
  fitted.hierarchy = (is_serial ? serial : overlapped)->hierarchy;
  MemoryLevel &level = fitted.hierarchy->levels.back();
  level.composition = chosen;
  if (fitted.hierarchy->levels.size() == 1)
    fitted.hierarchy->l1_composition = chosen;
  describe_level(figures, measured, source, level);
  return true;
}

} // namespace

FittedHierarchy fitted_hierarchy(const MemoryFigures &figures, const std::string &source) {
  FittedHierarchy fitted;
  if (figures.caches.empty() || figures.levels.size() < 2)
    return fitted;
  fitted.hierarchy.emplace();
  MemoryHierarchy &hierarchy = *fitted.hierarchy;
  hierarchy.provenance = {Origin::measured, source};
  hierarchy.line_bytes = static_cast<int>(line_bytes);
  hierarchy.l1_bytes = static_cast<int>(figures.caches.front().bytes());
  hierarchy.l1_ways = figures.caches.front().ways;
  hierarchy.revisits_transfer = figures.revisits_transfer.value_or(false);
  hierarchy.tlb_reach_bytes =
      static_cast<int>(std::min<std::int64_t>(figures.translated_bytes, std::numeric_limits<int>::max()));
  for (std::size_t i = 1; i < figures.levels.size(); ++i)
    if (!add_level(figures, figures.levels[i], source, fitted))
      break;
  const LevelFigures &last = figures.levels.back();
  if (const std::optional<double> streaming = cycles_in(last, WalkKind::streaming_write))
    fitted.hierarchy->streaming_store_cycles = Cycles::nearest(std::round(100 * *streaming) / 100);
  if (const auto read = last.walks.find(WalkKind::read); read != last.walks.end() && read->second.ns_per_cycle > 0)
    fitted.hierarchy->clock_mhz = static_cast<int>(std::lround(1000 / read->second.ns_per_cycle));
  if (figures.shared.cores > 0) {
    const auto mb_per_s = [](double gb_per_s) { return static_cast<int>(std::lround(1000 * gb_per_s)); };
    fitted.hierarchy->domain = MemoryDomain{figures.shared.cores,
                                            mb_per_s(figures.shared.read_gb_per_s),
                                            mb_per_s(figures.shared.copy_gb_per_s),
                                            {Origin::measured, source}};
  }
  if (fitted.hierarchy->levels.empty())
    fitted.hierarchy.reset();
  return fitted;
}

namespace {

constexpr const char *source_name = "here";

const char *composition_name(Composition composition) {
  switch (composition) {
  case Composition::serial: return "serial";
  case Composition::overlapped: return "overlapped";
  case Composition::unknown: break;
  }
  return "unknown";
}

void write_known(YamlWriter &out, std::string_view key, int value) {
  if (value != 0)
    out.field(key, value);
}

void write_known(YamlWriter &out, std::string_view key, const Cycles &value) {
  if (!value.is_zero())
    out.word_field(key, value.text(4));
}

void write_if(YamlWriter &out, std::string_view key, bool truth) {
  if (truth)
    out.field(key, true);
}

void write_level(YamlWriter &out, const MemoryLevel &level) {
  out.word_field("name", level.name);
  write_known(out, "bytes", level.bytes);
  write_known(out, "ways", level.ways);
  out.field("shared_by", level.shared_by);
  write_known(out, "line_banks", level.line_banks);
  write_if(out, "victim", level.victim);
  write_known(out, "latency", level.latency_cycles);
  write_known(out, "far_latency", level.far_latency_cycles);
  out.word_field("read_cycles", level.read_cycles.text(4));
  out.word_field("write_cycles", level.write_cycles.text(4));
  write_if(out, "full_duplex", level.full_duplex);
  out.word_field("composition", composition_name(level.composition));
  write_known(out, "parallel_misses", level.parallel_misses);
  out.word_field("source", source_name);
}

void write_domain(YamlWriter &out, const MemoryDomain &domain) {
  out.field("cores", domain.cores);
  write_known(out, "read_mb_per_s", domain.read_mb_per_s);
  write_known(out, "copy_mb_per_s", domain.copy_mb_per_s);
  out.word_field("source", source_name);
}

void write_memory(YamlWriter &out, const MemoryHierarchy &memory) {
  out.field("line_bytes", memory.line_bytes);
  out.field("l1_bytes", memory.l1_bytes);
  write_known(out, "l1_ways", memory.l1_ways);
  out.word_field("l1_composition", composition_name(memory.l1_composition));
  write_if(out, "revisits_transfer", memory.revisits_transfer);
  write_known(out, "streaming_store_cycles", memory.streaming_store_cycles);
  write_known(out, "tlb_reach_bytes", memory.tlb_reach_bytes);
  write_known(out, "clock_mhz", memory.clock_mhz);
  out.word_field("source", source_name);
  if (!memory.levels.empty()) {
    out.key("levels");
    out.array(memory.levels, [&](const MemoryLevel &level) { out.object([&] { write_level(out, level); }); });
  }
  if (memory.domain) {
    out.key("domain");
    out.object([&] { write_domain(out, *memory.domain); });
  }
}

} // namespace

std::string source_text_of(const MeasuredMachine &machine) {
  return format_text("osaca measure memory on {} ({}), {}: walks through memory, timed in user space; figures beyond "
                     "the second level are valid for this machine on that day",
                     machine.cpu, machine.llvm_cpu, machine.date);
}

std::string overlay_yaml(const MeasuredMachine &machine, const MemoryHierarchy &memory) {
  YamlWriter out;
  out.object([&] {
    out.word_field("schema", "osaca-memory-1");
    out.field("title", format_text("memory of {}, {}", machine.cpu, machine.date));
    out.key("sources");
    out.object([&] {
      out.key(source_name);
      out.object([&] {
        out.word_field("kind", "measured");
        out.field("text", source_text_of(machine));
      });
    });
    out.key("memory");
    out.object([&] { write_memory(out, memory); });
  });
  return out.take();
}

} // namespace osaca::measure::memory
