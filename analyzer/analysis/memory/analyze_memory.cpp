#include "analysis/memory/analyze_memory.h"

#include "analysis/memory/level_prediction.h"
#include "analysis/memory/line_traffic.h"
#include "analysis/memory/stencil_rows.h"
#include "analysis/memory/streams.h"

#include <algorithm>

namespace osaca {
namespace {

/// The ratio from which a level counts as making the loop slower.
const Cycles memory_bound_ratio(6, 5);

/// The cycles of the uops that can only use these ports.
Cycles cycles_on(const CostedKernel &kernel, PortSet ports) {
  std::vector<PortDemand> demands;
  for (const PortDemand &demand : total_demand(kernel))
    if ((demand.ports & ~ports) == 0)
      demands.push_back(demand);
  return busiest_set_cycles(demands).value_or(Cycles(0));
}

/// The source's name of the array, or else the address of its first access in the assembly.
std::string array_of(const Kernel &kernel, const AddressAnalysis &addresses, const AccessStream &stream) {
  if (!stream.source_name.empty())
    return stream.source_name;
  const MemoryAccess &first = addresses.accesses[at(stream.accesses.front())];
  return address_text(kernel.instructions[at(first.instruction)], first.operand);
}

/// The widest register of the kernel with this unit.
const Register *register_with(const Kernel &kernel, std::uint16_t first_unit) {
  const Register *widest = nullptr;
  for (const Instruction &instruction : kernel.instructions)
    for (const Operand &operand : instruction.operands)
      if (const Register *reg = as_register(operand); reg != nullptr && !reg->units.empty() &&
                                                      reg->units.front() == first_unit &&
                                                      (widest == nullptr || reg->width_bits > widest->width_bits))
        widest = reg;
  return widest;
}

MemoryStream reported(const Kernel &kernel, const AddressAnalysis &addresses, const AccessStream &stream) {
  MemoryStream shown;
  shown.array = array_of(kernel, addresses, stream);
  shown.kind = stream.kind;
  shown.step_bytes = stream.step_bytes;
  if (stream.even_step && stream.even_step->of == EvenStep::Of::reg)
    if (const Register *reg = register_with(kernel, stream.even_step->unit))
      shown.register_step = RegisterStep{reg->name, stream.even_step->factor, stream.even_step->bytes};
  shown.bytes_per_iteration = stream.bytes_per_iteration;
  shown.reads = stream.reads;
  shown.writes = stream.writes;
  shown.is_streaming_store = stream.is_streaming_store;
  shown.lines_per_iteration = stream.lines_per_iteration;
  for (const int access : stream.accesses)
    if (const int instruction = addresses.accesses[at(access)].instruction;
        shown.instructions.empty() || shown.instructions.back() != instruction)
      shown.instructions.push_back(instruction);
  return shown;
}

std::vector<MemoryLevelFigures> figures_of(const Kernel &code, const PreparedKernel &prepared,
                                           const std::vector<AccessStream> &streams, const LineTraffic &traffic,
                                           const Prediction &prediction, std::optional<std::int64_t> data_bytes) {
  const MemoryHierarchy &hierarchy = *prepared.kernel.model.core().memory;
  const std::vector<EdgeIndex> chased = chased_edges(code, prepared, streams);
  IterationDemand demand;
  demand.core_cycles = prediction.cycles;
  demand.l1_cycles = std::max(load_store_cycles(prepared.kernel), prediction.stores.cycles);
  if (hierarchy.revisits_transfer) {
    const LineRevisits revisits = line_revisits(streams, prepared.addresses, hierarchy.line_bytes);
    demand.line_revisits = revisits.revisits;
    if (!revisits.lines.is_zero())
      demand.line_store_cycles =
          cycles_on(prepared.kernel, prepared.kernel.model.core().ports_of_kind(PortKind::store)) / revisits.lines;
  }
  demand.streaming_lines = traffic.streaming_lines;
  std::vector<MemoryLevelFigures> figures = {predict_level(demand, hierarchy, -1)};
  figures.front().bytes = hierarchy.l1_bytes;
  demand.irregular_lines = traffic.irregular_lines;
  for (std::size_t level = 0; level < hierarchy.levels.size(); ++level) {
    demand.traffic.push_back(traffic.levels[level]);
    const LevelLatency latency = level_latency(hierarchy, level, data_bytes);
    demand.latency_cycles = chased_latency(prepared, chased, latency.cycles);
    demand.latency_is_known = chased.empty() || latency.is_known;
    figures.push_back(predict_level(demand, hierarchy, static_cast<int>(level)));
    figures.back().bytes = hierarchy.levels[level].bytes;
  }
  return figures;
}

std::optional<std::int64_t> row_bytes_of(const DataPlace &data, const Kernel &kernel) {
  if (!data.row_elements)
    return data.row_bytes;
  const std::optional<int> element = element_bytes(kernel);
  return element ? std::optional(*data.row_elements * *element) : std::nullopt;
}

std::optional<int> memory_bound_from(const std::vector<MemoryLevelFigures> &levels, Cycles core_cycles) {
  for (int level = 0; level < static_cast<int>(levels.size()); ++level)
    if (levels[at(level)].cycles_per_iteration >= core_cycles * memory_bound_ratio)
      return level;
  return std::nullopt;
}

} // namespace

Cycles load_store_cycles(const CostedKernel &kernel) {
  const Core &core = kernel.model.core();
  return cycles_on(kernel, core.ports_of_kind(PortKind::load) | core.ports_of_kind(PortKind::store));
}

std::optional<MemoryReport> analyze_memory(const Kernel &kernel, const PreparedKernel &prepared,
                                           const Prediction &prediction, const DataPlace &data) {
  const std::optional<MemoryHierarchy> &hierarchy = prepared.kernel.model.core().memory;
  if (!hierarchy || kernel.region == RegionKind::block || kernel.encloses_loops)
    return std::nullopt;
  const std::vector<AccessStream> streams = streams_of(kernel, prepared, {hierarchy->line_bytes, hierarchy->l1_bytes});
  const std::vector<ArrayStreams> arrays =
      arrays_of(streams, stencil_rows(kernel, prepared, streams), hierarchy->line_bytes);
  MemoryReport report;
  report.line_bytes = hierarchy->line_bytes;
  std::vector<std::string> names;
  for (const AccessStream &stream : streams) {
    report.streams.push_back(reported(kernel, prepared.addresses, stream));
    names.push_back(report.streams.back().array);
  }
  const std::optional<std::int64_t> said = row_bytes_of(data, kernel);
  const std::optional<std::int64_t> row_bytes = said ? said : kernel.nest.row_bytes;
  report.layer_conditions = layer_conditions(streams, arrays, names, *hierarchy, row_bytes);
  report.levels = figures_of(kernel, prepared, streams, line_traffic(streams, arrays, *hierarchy, row_bytes),
                             prediction, data.bytes);
  if (report.unknown_streams() > 0)
    for (std::size_t level = 1; level < report.levels.size(); ++level) {
      report.levels[level].lower_bound_only = true;
      report.levels[level].saturating_cores.reset();
    }
  report.footprint = footprint_of(kernel, streams, *hierarchy);
  report.memory_bound_from = memory_bound_from(report.levels, prediction.cycles);
  return report;
}

} // namespace osaca
