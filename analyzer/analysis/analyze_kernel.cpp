#include "analysis/analyze_kernel.h"

#include "analysis/bounds/dependency_chains.h"
#include "analysis/bounds/port_pressure.h"
#include "analysis/bounds/prediction.h"
#include "analysis/findings/findings.h"
#include "analysis/findings/operations.h"
#include "analysis/memory/analyze_memory.h"
#include "analysis/memory/level_prediction.h"
#include "base/index.h"

#include <algorithm>

namespace osaca {
namespace {

PortColumnKind column_kind(PortKind kind) {
  switch (kind) {
  case PortKind::execution: return PortColumnKind::execution;
  case PortKind::load: return PortColumnKind::load;
  case PortKind::store: return PortColumnKind::store;
  case PortKind::divider: return PortColumnKind::divider;
  }
  return PortColumnKind::execution;
}

std::vector<std::string> names_of(const Core &core, PortSet ports) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < core.ports.size(); ++i)
    if ((ports >> i & 1U) != 0)
      names.push_back(core.ports[i].name);
  return names;
}

/// A chain for the report: one link per instruction, in order. Internal edges are part of their instruction's link.
DependencyChain chain_of(const Kernel &kernel, const DependencyGraph &graph, const std::vector<EdgeIndex> &edges) {
  DependencyChain chain;
  for (const EdgeIndex e : edges) {
    const Dependency &edge = graph.edges[e];
    const int consumer = graph.nodes[edge.to].instruction;
    const int producer = graph.nodes[edge.from].instruction;
    chain.cycles += edge.cycles;
    // The latency of an edge belongs to its consumer.
    if (!chain.links.empty() && edge.kind == DependencyKind::internal && chain.links.back().instruction == consumer) {
      chain.links.back().cycles += edge.cycles;
      continue;
    }
    if (!chain.links.empty() && chain.links.back().instruction == producer) {
      chain.links.back().via = carrier_of(edge.via, kernel);
      chain.links.back().through_memory = edge.kind == DependencyKind::memory;
      chain.links.back().crosses_iteration = edge.distance > 0;
    }
    ChainLink link;
    link.instruction = consumer;
    link.cycles = edge.cycles;
    chain.links.push_back(std::move(link));
  }
  return chain;
}

DependencyChain loop_chain(const Kernel &kernel, const DependencyGraph &graph, const LoopCarriedCycle &cycle) {
  DependencyChain chain = chain_of(kernel, graph, cycle.edges);
  chain.iterations = cycle.iterations;
  // The last instruction closes the cycle through the first edge.
  if (!chain.links.empty()) {
    const Dependency &first = graph.edges[cycle.edges.front()];
    if (first.kind == DependencyKind::internal && chain.links.size() > 1 &&
        chain.links.front().instruction == chain.links.back().instruction) {
      chain.links.front().cycles += chain.links.back().cycles;
      chain.links.pop_back();
    } else {
      chain.links.back().via = carrier_of(first.via, kernel);
      chain.links.back().through_memory = first.kind == DependencyKind::memory;
      chain.links.back().crosses_iteration = first.distance > 0;
    }
  }
  return chain;
}

DependencyChain path_chain(const Kernel &kernel, const DependencyGraph &graph, const CriticalPath &path) {
  DependencyChain chain;
  if (path.nodes.empty())
    return chain;
  const ValueNode &start = graph.nodes[path.nodes.front()];
  ChainLink first;
  first.instruction = start.instruction;
  first.cycles = start.entry_cycles;
  DependencyChain rest = chain_of(kernel, graph, path.edges);
  const Dependency *edge = path.edges.empty() ? nullptr : &graph.edges[path.edges.front()];
  if (edge && edge->kind == DependencyKind::internal) {
    rest.links.front().cycles += first.cycles;
  } else {
    if (edge) {
      first.via = carrier_of(edge->via, kernel);
      first.through_memory = edge->kind == DependencyKind::memory;
    }
    rest.links.insert(rest.links.begin(), first);
  }
  rest.cycles = path.cycles;
  return rest;
}

InstructionLine line_of(const Instruction &instruction, const PlacedInstruction &placed,
                        std::vector<Cycles> port_cycles) {
  const CostedInstruction &costed = *placed.costed;
  InstructionLine line;
  line.text = instruction.text;
  line.opcode = instruction.opcode;
  line.line = instruction.line;
  line.source = instruction.source;
  line.inlined_at = instruction.inlined_at;
  line.taken_probability = instruction.taken_probability;
  line.port_cycles = std::move(port_cycles);
  line.latency_cycles = costed.cost->latency_cycles + costed.cost->load_latency_cycles;
  line.unknown = costed.unknown;
  if (placed.fused_with_next)
    line.notes.push_back(InstructionNote::fused_with_next);
  if (costed.breaks_dependency)
    line.notes.push_back(InstructionNote::breaks_dependency);
  if (costed.waits_for_flags_only)
    line.notes.push_back(InstructionNote::waits_for_flags_only);
  if (placed.needs_stack_sync)
    line.notes.push_back(InstructionNote::stack_pointer_synchronised);
  if (costed.eliminated)
    line.notes.push_back(InstructionNote::eliminated);
  line.origin = costed.unknown ? Origin::unknown : costed.cost->provenance.origin;
  line.source_of_figures = costed.cost->provenance.text;
  return line;
}

BoundFacts front_end_facts(const Core &core, const FrontEnd &front) {
  const CodeSupply &code = front.code;
  switch (front.code_is_slowest() ? code.limit : CodeSupply::Limit::none) {
  case CodeSupply::Limit::none: break;
  case CodeSupply::Limit::blocks: return CodeBlocks{code.bytes, code.blocks, core.fetch->block_bytes};
  case CodeSupply::Limit::entries:
    return OpCacheEntries{front.macro_ops, code.entries, core.op_cache->entries_per_cycle};
  case CodeSupply::Limit::dense:
    return TooDenseForOpCache{code.dense_bytes, core.op_cache->block_entries * core.op_cache->entry_ops,
                              core.fetch->block_bytes, core.op_cache->decoded_bytes_per_cycle};
  case CodeSupply::Limit::lengths: return LengthsFoundLate{code.length_changes, core.fetch->length_change_cycles};
  case CodeSupply::Limit::decoders: return BeyondOpCache{core.op_cache->entries, core.op_cache->decoded_per_cycle};
  case CodeSupply::Limit::cache: return BeyondInstructionCache{code.bytes, core.fetch->beyond_bytes_per_cycle};
  }
  if (front.reading_is_slowest())
    return ReadUpToBranches{front.macro_ops, core.op_cache->ops_per_cycle};
  return Dispatched{front.macro_ops, core.dispatch_width.value, front.waiting};
}

BoundFacts facts_of(BoundKind kind, const Core &core, const PortPressure &pressure, const Prediction &prediction) {
  const StoreThroughput &stores = prediction.stores;
  const std::vector<LoopCarriedCycle> &cycles = prediction.loop_carried;
  switch (kind) {
  case BoundKind::ports: return BusiestPorts{names_of(core, pressure.execution_bottleneck)};
  case BoundKind::divider: return DividerPorts{names_of(core, pressure.divider_bottleneck)};
  case BoundKind::front_end: return front_end_facts(core, prediction.front_end);
  case BoundKind::stores:
    if (!core.store_commit)
      return StoresNotModelled();
    return stores.stores == 0 ? StoresLeaving()
                              : StoresLeaving{stores.parts, stores.block_changes, core.store_commit->block_bytes};
  case BoundKind::loop_carried:
    return cycles.empty() ? LongestCycle() : LongestCycle{cycles.front().cycles, cycles.front().iterations};
  case BoundKind::memory: break; // added by place_data()
  }
  return {};
}

void mark_chains(KernelReport &report) {
  for (const ChainLink &link : report.critical_path.links) {
    InstructionLine &line = report.instructions[at(link.instruction)];
    line.on_critical_path = true;
    line.critical_path_cycles += link.cycles;
  }
  if (report.loop_carried.empty())
    return;
  for (const ChainLink &link : report.loop_carried.front().links) {
    InstructionLine &line = report.instructions[at(link.instruction)];
    line.on_loop_carried = true;
    line.loop_carried_cycles += link.cycles;
  }
}

void describe(const Kernel &kernel, const MachineModel &model, KernelReport &report) {
  report.name = kernel.name;
  report.function = kernel.function;
  report.source = kernel.source;
  report.input = kernel.input;
  report.role = kernel.role;
  report.path = kernel.path.branches;
  report.path_number = kernel.path.number;
  report.path_count = kernel.path.count;
  report.paths_truncated = kernel.path.truncated;
  report.path_share = kernel.path.share;
  report.frequency = kernel.frequency;
  report.not_vectorised = kernel.not_vectorised;
  report.annotation = kernel.annotation;
  report.source_iterations = kernel.source_iterations;
  report.arch = model.name();
  report.arch_title = model.data().title;
  report.figures_version = model.data().figures_version;
  report.arch_notes = model.data().notes;
  report.vector_bits = vector_bits(kernel);
  report.branches_back = kernel.way_back != WayBack::none;
}

void list_instructions(const Kernel &kernel, const CostedKernel &costed, PortPressure &pressure, KernelReport &report) {
  report.instructions.reserve(kernel.instructions.size());
  for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
    const Instruction &instruction = kernel.instructions[i];
    report.instructions.push_back(line_of(instruction, costed.instructions[i], pressure.per_instruction[i]));
    report.complete = report.complete && !costed.instructions[i].costed->unknown && !instruction.is_call;
  }
  report.complete = report.complete && costed.follows_register_stack && !costed.model.core().in_order.value;
}

/// The costs of calls, and of chains through registers that are not followed, are not known. The bound of such a loop
/// can only be named if these costs cannot exceed it. The stalls of program order may be longer than any bound.
bool bound_is_known(const Kernel &kernel, const CostedKernel &costed, BoundKind largest) {
  if (costed.model.core().in_order.value)
    return false;
  return largest == BoundKind::loop_carried || largest == BoundKind::divider ||
         (costed.follows_register_stack &&
          std::ranges::none_of(kernel.instructions, [](const Instruction &made) { return made.is_call; }));
}

void list_edges(const Kernel &kernel, const DependencyGraph &graph, KernelReport &report) {
  report.edges.reserve(graph.edges.size());
  for (const Dependency &edge : graph.edges)
    if (edge.kind != DependencyKind::internal)
      report.edges.push_back({graph.nodes[edge.from].instruction, graph.nodes[edge.to].instruction, edge.distance,
                              edge.cycles, carrier_of(edge.via, kernel), edge.kind == DependencyKind::memory});
}

/// `report` already contains the level of the data: a loop that waits for data does not wait for code.
std::optional<CodePlacement> placement_of(const Kernel &kernel, const CostedKernel &costed,
                                          const Prediction &prediction, const KernelReport &report) {
  if (prediction.front_end.code.limit == CodeSupply::Limit::none || costed.is_straight_line() || kernel.encloses_loops)
    return std::nullopt;
  CodePlacement made;
  made.block_bytes = costed.model.core().fetch->block_bytes;
  if (kernel.place.is_known()) {
    made.known = kernel.place.is_final() ? CodePlacement::Known::address : CodePlacement::Known::alignment;
    const auto block_bytes = static_cast<std::uint64_t>(made.block_bytes);
    const std::uint64_t border = kernel.place.is_final() ? block_bytes : std::min(block_bytes, kernel.place.modulus);
    made.border_bytes = static_cast<int>(border);
    made.bytes_behind_border = static_cast<int>(kernel.place.addresses.front() % border);
  }
  made.least = report.bound_by == BoundKind::memory ? report.cycles_per_iteration
                                                    : std::min(report.cycles_per_iteration, prediction.least_cycles());
  made.most = std::max(report.cycles_per_iteration, prediction.most_cycles());
  return made;
}

} // namespace

KernelReport analyze_kernel(const Kernel &kernel, FormCosts &costs, const KernelAnalysisOptions &options) {
  const MachineModel &model = costs.model();
  const PredictionOptions prediction_options{options.equal_port_split ? PortAssignment::equal_split
                                                                      : PortAssignment::optimal,
                                             {options.flag_dependencies},
                                             options.simulate && !options.equal_port_split && !kernel.encloses_loops,
                                             options.timeline_iterations};
  const PreparedKernel prepared = prepare(bind(kernel, costs), prediction_options.dependencies);
  Prediction prediction = predict(prepared, prediction_options);
  PortPressure pressure = port_pressure(prepared.kernel, prediction_options.ports);

  KernelReport report;
  describe(kernel, model, report);
  for (std::size_t port = 0; port < model.core().ports.size(); ++port)
    report.ports.push_back(
        {model.core().ports[port].name, column_kind(model.core().ports[port].kind), pressure.total[port]});
  list_instructions(kernel, prepared.kernel, pressure, report);
  for (const BoundKind kind : bound_kinds)
    report.bounds.push_back({kind, prediction.bound(kind), facts_of(kind, model.core(), pressure, prediction)});
  report.cycles_per_iteration = prediction.cycles;
  report.simulated_cycles = prediction.simulated;
  report.timeline = std::move(prediction.timeline);
  if (options.timeline_iterations > 0 && options.notes_missing_timeline && report.timeline.empty())
    report.arch_notes.push_back(
        {model.core().schedulers.empty() ? ArchNote::Kind::no_schedulers : ArchNote::Kind::not_simulated, {}});
  report.bound_by = prediction.bound_by;
  report.bound_is_known = bound_is_known(kernel, prepared.kernel, prediction.bound_by);

  report.critical_path = path_chain(kernel, prepared.graph, critical_path(prepared.graph));
  for (const LoopCarriedCycle &cycle : prediction.loop_carried)
    report.loop_carried.push_back(loop_chain(kernel, prepared.graph, cycle));
  mark_chains(report);
  list_edges(kernel, prepared.graph, report);
  report.mispredictions = mispredictions(kernel, prepared, options.mispredicted);
  if (options.memory)
    report.memory = analyze_memory(kernel, prepared, prediction, options.data);
  if (!kernel.encloses_loops)
    place_data(options.data, model.core().memory ? &*model.core().memory : nullptr, report);
  report.placement = placement_of(kernel, prepared.kernel, prediction, report);

  const KernelFacts facts{kernel,         prepared.kernel, prepared.addresses, pressure, prediction.front_end,
                          prepared.graph, report};
  // An outer loop spends its time in its inner loops, which have their own kernels, and a remainder runs only a few
  // times.
  const bool is_usually_cold = kernel.encloses_loops || kernel.role.kind == LoopRole::Kind::remainder;
  std::vector<Finding> findings;
  find_bound(facts, is_usually_cold ? report.findings_if_hot : findings);
  if (!kernel.encloses_loops) {
    find_blocked_forwarding(facts, findings);
    find_memory(facts, findings);
    find_code(facts, findings);
    find_scattered(facts, findings);
    find_aliasing(facts, findings);
  }
  find_gaps(facts, options.ignore_unknown, findings);
  report.findings = std::move(findings);
  report.mix = kind_of_code(kernel, prepared.addresses);
  return report;
}

KernelReport analyze_kernel(const Kernel &kernel, const MachineModel &model, int compiler_index,
                            const KernelAnalysisOptions &options) {
  FormCosts costs(model, compiler_index);
  return analyze_kernel(kernel, costs, options);
}

} // namespace osaca
