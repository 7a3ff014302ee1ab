#include "measured_kernels.h"

#include "analysis/memory/level_prediction.h"
#include "model/memory_hierarchy.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace osaca::accuracy {
namespace {

constexpr const char *levels_behind_first[] = {"L2", "L3", "MEM"};

const MeasuredKernel *kernel_named(const MeasuredSet &set, const std::string &name) {
  const auto found = std::ranges::find_if(set.kernels, [&](const auto &kernel) { return kernel.name == name; });
  return found == set.kernels.end() || found->level_cycles.size() != 4 ? nullptr : &*found;
}

MeasuredKernel &kernel_in(MeasuredSet &set, const ReferenceRow &row) {
  const std::string &name = row.at("kernel");
  for (MeasuredKernel &kernel : set.kernels)
    if (kernel.name == name)
      return kernel;
  MeasuredKernel kernel;
  kernel.name = name;
  kernel.lines_read = printed_cycles(row, "lines_read_per_unit").value_or(0) +
                      printed_cycles(row, "lines_write_allocated_per_unit").value_or(0);
  kernel.lines_written = printed_cycles(row, "lines_written_per_unit").value_or(0);
  // Several arrays that are only written take turns: half a line of each with vectors of half a line.
  if (name.starts_with("store") && kernel.lines_written > Cycles(1) && row.at("simd") == "avx")
    kernel.line_revisits = kernel.lines_written;
  return set.kernels.emplace_back(std::move(kernel));
}

MemoryHierarchy hierarchy_of(Composition l1, Composition l2, Composition l3, Composition memory,
                             bool revisits_transfer = false) {
  MemoryHierarchy hierarchy;
  hierarchy.revisits_transfer = revisits_transfer;
  hierarchy.l1_composition = l1;
  for (const auto &[name, composition] : {std::pair{"L2", l2}, {"L3", l3}, {"MEM", memory}}) {
    MemoryLevel level;
    level.name = name;
    level.bytes = level.name == "MEM" ? 0 : 1;
    level.composition = composition;
    hierarchy.levels.push_back(std::move(level));
  }
  return hierarchy;
}

const std::map<std::string, MemoryHierarchy> &known_compositions() {
  using enum Composition;
  // L1 and L2 share the first level's port for fills, but on Rome they show no trace of each other. In all of them the
  // L3 gives a line in the same time whatever the core does meanwhile. Lines from memory go past an L3 of victims.
  static const std::map<std::string, MemoryHierarchy> known = {
      {"SKX-6148", hierarchy_of(serial, serial, overlapped, serial, true)},
      {"CLX-6248", hierarchy_of(serial, serial, overlapped, serial, true)},
      {"ICX-8360Y", hierarchy_of(serial, serial, overlapped, overlapped, true)},
      {"ROME-7452", hierarchy_of(overlapped, overlapped, overlapped, overlapped)},
      {"MILAN-7543", hierarchy_of(serial, serial, overlapped, serial)}};
  return known;
}

} // namespace

std::vector<MeasuredSet> measured_sets(const std::vector<ReferenceRow> &rows) {
  std::map<std::tuple<std::string, std::string, std::string, std::string>, MeasuredSet> sets;
  for (const ReferenceRow &row : rows) {
    const std::string &source = row.at("source");
    const std::optional<Cycles> cycles = printed_cycles(row, "cycles_per_line");
    if (!source.starts_with("ECM-Model ") || !cycles || !(*cycles > Cycles(0)))
      continue;
    MeasuredSet &set = sets[{row.at("machine"), row.at("config"), row.at("simd"), source}];
    set.machine = row.at("machine");
    set.simd = row.at("simd");
    set.configuration = row.at("config") + ", " + set.simd + ", " + source.substr(source.rfind(' ') + 1);
    kernel_in(set, row).level_cycles[row.at("level")] = *cycles;
  }
  std::vector<MeasuredSet> complete;
  for (auto &[key, set] : sets)
    if (kernel_named(set, "load") != nullptr && kernel_named(set, "copy") != nullptr)
      complete.push_back(std::move(set));
  return complete;
}

const std::vector<std::string> &machines_with_composition() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto &[name, hierarchy] : known_compositions())
      all.push_back(name);
    return all;
  }();
  return names;
}

MemoryHierarchy composition_of(const std::string &machine) {
  const auto found = known_compositions().find(machine);
  return found == known_compositions().end() ? MemoryHierarchy{} : found->second;
}

std::vector<PredictedRow> predicted_rows(const MeasuredSet &set) {
  const MeasuredKernel &load = *kernel_named(set, "load");
  const MeasuredKernel &copy = *kernel_named(set, "copy");
  std::vector<LoadAndCopy> levels;
  for (const char *level : levels_behind_first)
    levels.push_back({load.level_cycles.at(level), copy.level_cycles.at(level)});
  const MemoryHierarchy hierarchy =
      with_fitted_legs(composition_of(set.machine), {load.level_cycles.at("L1"), copy.level_cycles.at("L1")}, levels);

  const MeasuredKernel *store = kernel_named(set, "store");
  std::vector<PredictedRow> rows;
  for (const MeasuredKernel &kernel : set.kernels) {
    const auto l1 = kernel.level_cycles.find("L1");
    if (&kernel == &load || &kernel == &copy || l1 == kernel.level_cycles.end())
      continue;
    IterationDemand demand;
    demand.core_cycles = demand.l1_cycles = l1->second;
    demand.line_revisits = kernel.line_revisits;
    demand.line_store_cycles = store == nullptr ? Cycles(0) : store->level_cycles.at("L1");
    for (int level = 0; level < static_cast<int>(hierarchy.levels.size()); ++level) {
      demand.traffic.push_back({kernel.lines_read, kernel.lines_written, {}});
      const MemoryLevelFigures figures = predict_level(demand, hierarchy, level);
      if (const auto measured = kernel.level_cycles.find(figures.name); measured != kernel.level_cycles.end())
        rows.push_back({set.machine, set.configuration, set.simd, kernel.name, figures.name,
                        figures.cycles_per_iteration.to_double(), measured->second.to_double()});
    }
  }
  return rows;
}

ErrorSummary summary_of(const std::vector<PredictedRow> &rows) {
  ErrorSummary summary;
  for (const PredictedRow &row : rows) {
    const double error = std::abs(row.error());
    ++summary.rows;
    summary.mean += error;
    summary.largest = std::max(summary.largest, error);
  }
  if (summary.rows != 0)
    summary.mean /= static_cast<double>(summary.rows);
  return summary;
}

} // namespace osaca::accuracy
