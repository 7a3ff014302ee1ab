#include "measure/compose/core_sections.h"

#include "base/format.h"
#include "decode/decoder.h"
#include "measure/compose/model_text.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::compose {
namespace {

std::string sourced(const char *name, double value, const char *source) {
  return format_text("  {}: {{value: {}, source: {}}}\n", name, cycles_text(value), source);
}

std::string dispatch_width_section(const CoreEvidence &evidence) {
  return sourced("dispatch_width", evidence.dispatch_width, "probes");
}

std::string taken_branch_section(const CoreEvidence &evidence) {
  const auto smallest = evidence.structure.number("branches.smallest_loop");
  return smallest ? sourced("taken_branch_cycles", std::round(*smallest), "probes") : "";
}

std::string run_end_section(const CoreEvidence &evidence) {
  const double cycles = std::round(evidence.structure.number("branches.end_of_run").value_or(0));
  return cycles > 0 ? sourced("run_end_cycles", cycles, "probes") : "";
}

std::string misprediction_section(const CoreEvidence &evidence) {
  const auto cycles = evidence.structure.number("branches.mispredicted");
  return cycles ? sourced("misprediction_cycles", std::round(*cycles), "probes") : "";
}

std::string reorder_buffer_section(const CoreEvidence &evidence) {
  if (const auto entries = evidence.structure.number("window.reorder_buffer"))
    return sourced("reorder_buffer", std::round(*entries), "probes");
  // Without a reorder buffer, simulated code could run ahead further than on any core.
  const auto compilers = compiler_model(evidence.structure.machine().llvm_cpu);
  return compilers && compilers->core().reorder_buffer
             ? sourced("reorder_buffer", compilers->core().reorder_buffer->value.to_double(), "compiler")
             : "";
}

/// Without a stack engine, pops would take a cycle each, since each waits for the stack pointer of the previous one.
std::string stack_engine_section(const CoreEvidence &evidence) {
  const auto pop = std::ranges::find_if(evidence.facts, [](const FormFacts &form) { return form.opcode == "POP64r"; });
  if (pop == evidence.facts.end() || !pop->throughput)
    return "";
  constexpr double clearly_below_one = 0.9;
  return format_text("  stack_engine: {{value: {}, source: forms}}\n",
                     *pop->throughput < clearly_below_one ? "true" : "false");
}

/// The highest rate per cycle for any kind of register; empty: not measured.
std::optional<double> most_per_cycle(const StructureFindings &structure, const std::string &name) {
  std::optional<double> most;
  for (const char *kind : {"general", "xmm", "ymm"})
    if (const auto rate = structure.number(name + kind))
      most = std::max(most.value_or(0), *rate);
  return most;
}

/// Several stores per cycle commit within a block, and one per cycle from block to block.
std::string store_commit_section(const CoreEvidence &evidence) {
  const auto block = evidence.structure.number("accesses.store_block");
  const auto together = most_per_cycle(evidence.structure, "accesses.stores_");
  const auto apart = most_per_cycle(evidence.structure, "accesses.stores_to_and_fro_");
  constexpr double faster = 1.5;
  if (!block || !together || !apart || *together < faster * *apart)
    return "";
  const double page_crossing = std::round(evidence.structure.number("accesses.page_crossing").value_or(0));
  return format_text(
      "  store_commit: {{block_bytes: {}, per_cycle: {}{}{}{}, source: probes}}\n", static_cast<int>(*block),
      std::max(1, static_cast<int>(std::lround(*together))),
      evidence.structure.truth("accesses.parts_of_stores_leave_alone").value_or(false) ? ", crossing_apart: true" : "",
      evidence.structure.truth("accesses.stores_of_a_cycle_share_a_block").value_or(false) ? ", blocks_apart: true"
                                                                                           : "",
      page_crossing > 0 ? format_text(", page_crossing: {}", page_crossing) : "");
}

/// The port occupancy of a load across lines, in addition to its usual ports.
std::string line_crossing_section(const CoreEvidence &evidence) {
  const auto across = most_per_cycle(evidence.structure, "accesses.loads_across_lines_");
  const auto within = most_per_cycle(evidence.structure, "accesses.loads_");
  constexpr double slower = 1.5;
  if (!across || !within || *across <= 0 || *within < slower * *across || evidence.access.loads.empty())
    return "";
  return format_text("  line_crossing: {{line_bytes: 64, ports: [\"{}*{}\"], source: probes}}\n",
                     cycles_text(1 / *across), crossing_port);
}

bool knows_splits(const StructureFindings &structure) {
  return structure.number("splits.among_first").value_or(0) >= 1 &&
         structure.number("splits.per_cycle").value_or(0) >= 1;
}

/// Whether an index splits an operation that loads into two at dispatch. Then groups of macro-ops are not always
/// filled. If the rule is unknown, half a slot more is lost on average.
std::string indexed_slots_text(const StructureFindings &structure) {
  constexpr double surely_one = 0.6;
  const bool splits = structure.number("banks.slots_of_index").value_or(0) > surely_one;
  return !splits ? "" : knows_splits(structure) ? ", indexed_slots: 1" : ", indexed_slots: 1.5";
}

std::string dispatch_splits_section(const CoreEvidence &evidence) {
  if (!knows_splits(evidence.structure))
    return "";
  const auto whole = [&](const char *name) {
    return std::to_string(std::clamp(static_cast<int>(std::lround(*evidence.structure.number(name))), 1, 64));
  };
  return format_text("  dispatch_splits: {{among_first: {}, per_cycle: {}, source: probes}}\n",
                     whole("splits.among_first"), whole("splits.per_cycle"));
}

/// One tested operation represents all operations of its kind.
std::string unfused_loads_section(const CoreEvidence &evidence) {
  constexpr std::pair<const char *, const char *> kinds[] = {
      {"unfused.shlx", "\"SHLX*rm\", \"SHRX*rm\", \"SARX*rm\""},
      {"unfused.rorx", "\"RORX*mi\""},
      {"unfused.bt", "\"BT??mi8\""},
      {"unfused.compare_to_mask", "\"VPCMP*Z*rm*\", \"VCMP*Z*rm*\""},
      {"unfused.test_to_mask", "\"VPTESTM*Z*rm*\", \"VPTESTNM*Z*rm*\""}};
  const auto is_yes = [&](const char *name) { return evidence.structure.truth(name).value_or(false); };
  std::string out;
  std::string globs;
  for (const auto &[name, text] : kinds)
    if (is_yes(name))
      globs += (globs.empty() ? "" : ", ") + std::string(text);
  if (!globs.empty())
    out += format_text("match: [{}], ", globs);
  if (is_yes("unfused.vector_immediate") && is_yes("unfused.vector_immediate_ymm"))
    out += "vector_immediates: true, ";
  if (is_yes("unfused.relative_immediate"))
    out += "relative_immediates: true, ";
  return out.empty() ? "" : format_text("  unfused_loads: {{{}source: probes}}\n", out);
}

std::string access_head(bool is_vector, int max_bits, const std::string &ports) {
  return format_text("    - {{kind: {}, max_bits: {}, ports: {}", is_vector ? "vector" : "gpr", max_bits, ports);
}

} // namespace

std::string ports_section(const CoreEvidence &evidence) {
  std::string out = "  ports:\n";
  for (const Port &port : evidence.plan.ports) {
    out += "    - {name: " + port.name;
    switch (port.kind) {
    case PortKind::execution: break;
    case PortKind::load: out += ", kind: load"; break;
    case PortKind::store: out += ", kind: store"; break;
    case PortKind::divider: out += ", kind: divider"; break;
    }
    out += "}\n";
  }
  return out;
}

std::string loads_section(const CoreEvidence &evidence) {
  std::string out = "  loads:\n";
  for (const LoadPart &part : evidence.access.loads)
    out += format_text("{}, latency: {}, indexed_extra: {}{}, slots: 0, source: {}}}\n",
                       access_head(part.is_vector, part.max_bits, demands_text(part.demands, evidence.plan.ports)),
                       cycles_text(part.latency_cycles), cycles_text(part.indexed_extra_cycles),
                       indexed_slots_text(evidence.structure), part.is_measured ? "probes" : "compiler");
  return out;
}

std::string stores_section(const CoreEvidence &evidence) {
  std::string out = "  stores:\n";
  for (const StorePart &part : evidence.access.stores)
    out +=
        format_text("{}, forward: {}{}, slots: 0, source: {}}}\n",
                    access_head(part.is_vector, part.max_bits, demands_text(part.demands, evidence.plan.ports)),
                    cycles_text(part.forward_cycles),
                    part.failed_forward_cycles ? ", failed_forward: " + cycles_text(*part.failed_forward_cycles) : "",
                    part.is_measured ? "probes" : "compiler");
  return out;
}

double dispatch_width_of(const StructureFindings &structure) {
  return std::round(structure.number("dispatch.width").value_or(0));
}

const std::vector<CoreSection> &core_sections() {
  static const std::vector<CoreSection> sections = {{"dispatch_width", dispatch_width_section},
                                                    {"dispatch_splits", dispatch_splits_section},
                                                    {"taken_branch_cycles", taken_branch_section},
                                                    {"run_end_cycles", run_end_section},
                                                    {"misprediction_cycles", misprediction_section},
                                                    {"reorder_buffer", reorder_buffer_section},
                                                    {"stack_engine", stack_engine_section},
                                                    {"store_commit", store_commit_section},
                                                    {"line_crossing", line_crossing_section},
                                                    {"ports", ports_section},
                                                    {"loads", loads_section},
                                                    {"stores", stores_section},
                                                    {"unfused_loads", unfused_loads_section},
                                                    {"memory_renaming", memory_renaming_section},
                                                    {"renamed_additions", renamed_additions_section},
                                                    {"bypasses", bypasses_section},
                                                    {"load_banks", load_banks_section},
                                                    {"grouped_accesses", grouped_accesses_section},
                                                    {"op_cache", dense_code_section},
                                                    {"wide_vectors", wide_vectors_section},
                                                    {"high_byte_reads", high_byte_reads_section},
                                                    {"schedulers", schedulers_section},
                                                    {"fusion", fusion_section},
                                                    {"idioms", idioms_section}};
  return sections;
}

} // namespace osaca::measure::compose
