#include "analysis/analyze_kernel.h"

#include "analysis/bind/library_calls.h"
#include "analysis/bound_facts.h"
#include "analysis/bounds/dependency_chains.h"
#include "analysis/bounds/port_pressure.h"
#include "analysis/bounds/prediction.h"
#include "analysis/called_functions.h"
#include "analysis/findings/findings.h"
#include "analysis/findings/operations.h"
#include "analysis/memory/analyze_memory.h"
#include "analysis/memory/level_prediction.h"
#include "analysis/notes_about_code.h"
#include "analysis/report_chains.h"
#include "analysis/result_latencies.h"
#include "analysis/roofline/roofline.h"
#include "analysis/short_runs.h"
#include "analysis/unaligned_arrays.h"
#include "analysis/uncertainty.h"
#include "base/index.h"

#include <algorithm>
#include <utility>

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
  if (placed.merged_registers > 0)
    line.notes.push_back(InstructionNote::high_byte_joined);
  if (costed.eliminated)
    line.notes.push_back(InstructionNote::eliminated);
  if (costed.is_absent)
    line.notes.push_back(InstructionNote::absent_from_core);
  line.origin = costed.unknown ? Origin::unknown : costed.cost->provenance.origin;
  line.source_of_figures = costed.cost->provenance.text;
  return line;
}

void mark(const DependencyChain &chain, bool InstructionLine::*is_on, Cycles InstructionLine::*cycles,
          std::vector<InstructionLine> &lines) {
  for (const ChainLink &link : chain.links) {
    InstructionLine &line = lines[at(link.instruction)];
    line.*is_on = true;
    line.*cycles += link.cycles;
  }
}

KernelReport describe(const Kernel &kernel, const MachineModel &model) {
  KernelReport report;
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
  if (kernel.written.place.known())
    report.written = kernel.written;
  report.part = kernel.part;
  report.annotation = kernel.annotation;
  report.source_iterations = kernel.source_iterations;
  report.arch = model.name();
  report.arch_title = model.data().title;
  report.figures_version = model.data().figures_version;
  report.arch_notes = notes_about(kernel, model.data().notes);
  const std::optional<VectorLength> &length = model.core().vector_length;
  report.vector_bits = length ? vector_bits(kernel, length->bits) : vector_bits(kernel);
  report.branches_back = kernel.way_back != WayBack::none;
  return report;
}

/// What the report is built from: the kernel on the core, its figures and its prediction.
struct PredictedKernel {
  const Kernel &code;
  PreparedKernel prepared;
  PortPressure pressure;
  Prediction prediction;
  std::optional<ShortRuns> short_runs;
  std::optional<ExampleOfShortRuns> example_of_short_runs;

  [[nodiscard]] const CostedKernel &costed() const { return prepared.kernel; }
  [[nodiscard]] const Core &core() const { return prepared.kernel.model.core(); }
};

PredictionOptions prediction_options(const Kernel &kernel, const KernelAnalysisOptions &options) {
  return {options.equal_port_split ? PortAssignment::equal_split : PortAssignment::optimal,
          {.dependencies = {.flags = options.flag_dependencies},
           .array_offset_bytes = getenv("AOFF") ? atoi(getenv("AOFF")) : 0},
          options.simulate && !options.equal_port_split && kernel.is_executed_as_listed(),
          options.timeline_iterations};
}

PredictedKernel predict_kernel(const Kernel &kernel, FormCosts &costs, const PredictionOptions &how) {
  PreparedKernel prepared = prepare(bind(kernel, costs), how.preparation);
  Prediction prediction = predict(prepared, how);
  PortPressure pressure = port_pressure(prepared.kernel, how.ports);
  PredictedKernel made{kernel, std::move(prepared), std::move(pressure), std::move(prediction), {}, {}};
  AboutShortRuns runs = predict_short_runs(kernel, costs, how, made.prediction);
  if (auto *shorter = std::get_if<ShortRunPrediction>(&runs)) {
    made.prediction = std::move(shorter->prediction);
    made.short_runs = shorter->runs;
  } else if (const auto *example = std::get_if<ExampleOfShortRuns>(&runs))
    made.example_of_short_runs = *example;
  return made;
}

std::vector<PortColumn> list_ports(const PredictedKernel &predicted) {
  const std::vector<Port> &ports = predicted.core().ports;
  std::vector<PortColumn> columns;
  for (std::size_t port = 0; port < ports.size(); ++port)
    columns.push_back({ports[port].name, column_kind(ports[port].kind), predicted.pressure.total[port]});
  return columns;
}

std::vector<Bound> list_bounds(const PredictedKernel &predicted) {
  const auto &[code, prepared, pressure, prediction, short_runs, example_of_short_runs] = predicted;
  std::vector<Bound> bounds;
  for (const BoundKind kind : bound_kinds)
    bounds.push_back({kind, prediction.bound(kind), facts_of(kind, predicted.core(), pressure, prediction)});
  return bounds;
}

std::vector<DependencyChain> list_loop_carried(const PredictedKernel &predicted) {
  std::vector<DependencyChain> chains;
  for (const LoopCarriedCycle &cycle : predicted.prediction.loop_carried)
    chains.push_back(report_chain(cycle, predicted.prepared.graph, predicted.code));
  return chains;
}

/// The instructions, marked with the critical path and the longest loop-carried chain.
std::vector<InstructionLine> list_instructions(const PredictedKernel &predicted, const DependencyChain &critical_path,
                                               const std::vector<DependencyChain> &loop_carried) {
  std::vector<InstructionLine> lines;
  lines.reserve(predicted.code.instructions.size());
  for (std::size_t i = 0; i < predicted.code.instructions.size(); ++i)
    lines.push_back(line_of(predicted.code.instructions[i], predicted.costed().instructions[i],
                            predicted.pressure.per_instruction[i]));
  std::vector<std::string> callees = callees_of_instructions(predicted.code);
  for (std::size_t i = 0; i < lines.size(); ++i)
    lines[i].callee = std::move(callees[i]);
  mark(critical_path, &InstructionLine::on_critical_path, &InstructionLine::critical_path_cycles, lines);
  if (!loop_carried.empty())
    mark(loop_carried.front(), &InstructionLine::on_loop_carried, &InstructionLine::loop_carried_cycles, lines);
  return lines;
}

/// Whether the core executes in program order, and this was not simulated.
bool stalls_are_unknown(const PredictedKernel &predicted) {
  return predicted.core().in_order.value && predicted.prediction.stalls.empty();
}

/// Whether every cost that the loop has is part of the prediction.
bool is_complete(const PredictedKernel &predicted) {
  return predicted.costed().has_all_figures() && !stalls_are_unknown(predicted);
}

/// The costs of calls, of chains through registers that are not followed, and of the stalls of program order may exceed
/// any bound.
bool bound_is_known(const PredictedKernel &predicted) {
  return !stalls_are_unknown(predicted) && predicted.costed().follows_register_stack &&
         !predicted.costed().has_unknown_call();
}

std::vector<Edge> list_edges(const PredictedKernel &predicted) {
  const DependencyGraph &graph = predicted.prepared.graph;
  std::vector<Edge> edges;
  edges.reserve(graph.edges.size());
  for (const Dependency &edge : graph.edges)
    if (edge.kind != DependencyKind::internal)
      edges.push_back({graph.nodes[edge.from].instruction, graph.nodes[edge.to].instruction, edge.distance, edge.cycles,
                       carrier_of(edge.via, predicted.code), edge.kind == DependencyKind::memory});
  return edges;
}

/// `report` already contains the level of the data: a loop that waits for data does not wait for code.
std::optional<CodePlacement> place_code(const PredictedKernel &predicted, const KernelReport &report) {
  const Kernel &kernel = predicted.code;
  const Prediction &prediction = predicted.prediction;
  if (prediction.front_end.code.limit == CodeSupply::Limit::none || predicted.costed().is_straight_line() ||
      kernel.encloses_loops)
    return std::nullopt;
  CodePlacement made;
  made.block_bytes = place_period(predicted.core());
  if (kernel.place.is_known()) {
    made.known = kernel.place.is_final() ? CodePlacement::Known::address : CodePlacement::Known::alignment;
    const auto block_bytes = static_cast<std::uint64_t>(made.block_bytes);
    const std::uint64_t border = kernel.place.is_final() ? block_bytes : std::min(block_bytes, kernel.place.modulus);
    made.boundary_bytes = static_cast<int>(border);
    made.bytes_past_boundary = static_cast<int>(kernel.place.addresses.front() % border);
  }
  made.least = report.bound_by == BoundKind::memory ? report.cycles_per_iteration
                                                    : std::min(report.cycles_per_iteration, prediction.least_cycles());
  made.most = std::max(report.cycles_per_iteration, prediction.most_cycles());
  return made;
}

/// An outer loop spends its time in its inner loops, which have their own kernels, and a remainder runs only a few
/// times.
bool is_usually_cold(const Kernel &kernel) {
  return kernel.encloses_loops || kernel.role.kind == LoopRole::Kind::remainder;
}

struct FoundInKernel {
  Findings findings;
  Findings if_hot; ///< these matter only if a profile says that the loop takes time
};

FoundInKernel list_findings(const PredictedKernel &predicted, const KernelReport &report, bool ignore_unknown) {
  const PreparedKernel &prepared = predicted.prepared;
  const KernelFacts facts{
      predicted.code, prepared.kernel, prepared.addresses, predicted.pressure, predicted.prediction.front_end,
      prepared.graph, report};
  FoundInKernel found;
  find_bound(facts, is_usually_cold(predicted.code) ? found.if_hot : found.findings);
  if (!predicted.code.encloses_loops) {
    find_blocked_forwarding(facts, found.findings);
    find_memory(facts, found.findings);
    find_code(facts, found.findings);
    find_path_on_data(facts, found.findings);
    find_scattered(facts, found.findings);
    find_aliasing(facts, found.findings);
  }
  find_gaps(facts, ignore_unknown, found.findings);
  return found;
}

/// Why a timeline that was requested is empty.
std::optional<ArchNote> explain_missing_timeline(const PredictedKernel &predicted,
                                                 const KernelAnalysisOptions &options) {
  if (options.timeline_iterations == 0 || !options.notes_missing_timeline || !predicted.prediction.timeline.empty())
    return std::nullopt;
  return ArchNote{predicted.core().schedulers.empty() && !predicted.core().in_order.value
                      ? ArchNote::Kind::no_schedulers
                      : ArchNote::Kind::not_simulated,
                  {}};
}

} // namespace

// The order of the steps: what a step reads of the report is filled in by the steps before it.
KernelReport analyze_kernel(const Kernel &read, FormCosts &costs, const KernelAnalysisOptions &options) {
  const Kernel kernel = with_call_operands(read, costs);
  const PredictionOptions how = prediction_options(kernel, options);
  const PredictedKernel predicted = predict_kernel(kernel, costs, how);
  const auto &[code, prepared, pressure, prediction, short_runs, example_of_short_runs] = predicted;

  // Facts of the loop and the core.
  KernelReport report = describe(kernel, costs.model());
  if (const auto note = explain_missing_timeline(predicted, options))
    report.arch_notes.push_back(*note);
  if (!stalls_are_unknown(predicted))
    std::erase_if(report.arch_notes, [](const ArchNote &note) { return note.kind == ArchNote::Kind::in_order; });
  report.complete = is_complete(predicted);
  report.mix = kind_of_code(kernel, prepared.addresses);

  // The prediction with all data in the first level.
  report.cycles_per_iteration = prediction.cycles;
  report.short_runs = short_runs;
  report.example_of_short_runs = example_of_short_runs;
  report.simulated_cycles = prediction.simulated;
  report.timeline = prediction.timeline;
  report.stalls = prediction.stalls;
  report.ports = list_ports(predicted);
  report.bounds = list_bounds(predicted);
  report.bound_by = prediction.bound_by;
  report.bound_is_known = bound_is_known(predicted);
  report.calls = called_functions(kernel, costs, how, prediction.cycles);
  report.mispredictions = mispredictions(kernel, prepared, options.mispredicted);

  // Chains; then the instructions, which show the chains that they are part of.
  report.is_function = kernel.region == RegionKind::function;
  report.result_latencies = result_latencies(kernel, prepared, how, prediction.cycles);
  report.critical_path = report_chain(critical_path(prepared.graph), prepared.graph, kernel);
  report.loop_carried = list_loop_carried(predicted);
  report.edges = list_edges(predicted);
  report.instructions = list_instructions(predicted, report.critical_path, report.loop_carried);

  // The place of the data can raise the prediction and make memory its bound.
  if (options.memory)
    report.memory = analyze_memory(kernel, prepared, prediction, options.data);
  if (!kernel.encloses_loops) {
    place_data(options.data, predicted.core().memory ? &*predicted.core().memory : nullptr, report);
    report.roofline = analyze_roofline(kernel, prepared.addresses, costs, options.clock_ghz);
  }

  // A loop that waits for data does not wait for code: after the place of the data.
  report.placement = place_code(predicted, report);

  // What depends on addresses that are not known, and how certain the prediction is: after the places of data and code.
  const PredictedLoop loop{kernel, costs, prepared, prediction, how};
  report.uncertainty = uncertainty(loop, report);
  report.unaligned_arrays = predict_unaligned_arrays(loop, report);
  report.confidence = confidence(kernel, costs.model());

  // Findings explain everything above.
  FoundInKernel found = list_findings(predicted, report, options.ignore_unknown);
  report.findings = std::move(found.findings);
  report.findings_if_hot = std::move(found.if_hot);
  return report;
}

KernelReport analyze_kernel(const Kernel &kernel, const MachineModel &model, int compiler_index,
                            const KernelAnalysisOptions &options) {
  FormCosts costs(model, compiler_index);
  return analyze_kernel(kernel, costs, options);
}

} // namespace osaca
