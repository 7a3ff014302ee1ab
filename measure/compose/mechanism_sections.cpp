#include "base/format.h"
#include "measure/compose/core_sections.h"
#include "measure/compose/form_facts.h"
#include "measure/compose/model_text.h"
#include "measure/tables/example_forms.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace osaca::measure::compose {

// Sections about code that is too dense for the op cache, pipes that wide vectors close, and reads of high bytes.
// Probes count pipes but do not name them. Which port is meant follows from the ports of measured forms.

namespace {

/// The ports of a form with one uop in the compiler's tables; 0: it was not measured, or has several uops.
PortSet only_ports_of(const CoreEvidence &evidence, std::string_view opcode) {
  const auto form = std::ranges::find_if(evidence.facts, [&](const FormFacts &one) { return one.opcode == opcode; });
  if (form == evidence.facts.end() || !form->compiler.known)
    return 0;
  const std::vector<PortDemand> demands = evidence.plan.demands(form->compiler);
  return demands.size() == 1 ? demands.front().ports : 0;
}

std::string port_names_text(PortSet ports, const std::vector<Port> &all) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < all.size(); ++i)
    if ((ports >> i & 1) != 0)
      names.push_back(all[i].name);
  return names_text(names, "    ");
}

std::string read_text(const StructureFindings &structure) {
  const double read = structure.number("branches.read_per_cycle").value_or(0);
  return read >= 1 && read <= 64 ? format_text(", ops_per_cycle: {}", static_cast<int>(std::lround(read))) : "";
}

} // namespace

std::string dense_code_section(const CoreEvidence &evidence) {
  const auto kept = evidence.structure.number("dense_code.kept_ops");
  const auto bytes = evidence.structure.number("dense_code.decoded_bytes");
  constexpr double most_ops = 64; // one for each byte of the probe's blocks
  if (!kept || !bytes || *kept < 1 || *bytes < 1 || *kept > most_ops || *bytes > most_ops)
    return "";
  // No timing shows how these macro-ops are divided into op cache entries. Two entries per cycle is an assumption.
  const int ops = static_cast<int>(*kept);
  const int width = std::max(1, static_cast<int>(std::lround(evidence.dispatch_width)));
  const int entry_ops = ops % width == 0 ? width : ops;
  // The blocks of the probe. Loops up to the largest tested one are in the op cache, since no limit was found.
  constexpr int block_bytes = 64;
  constexpr int largest_loop = 14000;
  constexpr int entries_per_cycle = 2;
  return format_text("  fetch: {{block_bytes: {}, source: probes}}\n"
                     "  op_cache: {{entries: {}, entry_ops: {}, entries_per_cycle: {}, decoded_per_cycle: {}, "
                     "block_entries: {}, decoded_bytes_per_cycle: {}{}, source: probes}}\n",
                     block_bytes, largest_loop / entry_ops, entry_ops, entries_per_cycle, width, ops / entry_ops,
                     static_cast<int>(*bytes), read_text(evidence.structure));
}

std::string grouped_accesses_section(const CoreEvidence &evidence) {
  if (!evidence.structure.truth("access_groups.by_place").value_or(false))
    return "";
  // The units of plain loads, which the probe used.
  PortSet units = 0;
  for (const LoadPart &part : evidence.access.loads)
    if (!part.is_vector)
      for (const PortDemand &demand : part.demands)
        if (std::popcount(demand.ports) > std::popcount(units))
          units = demand.ports;
  return units == 0 ? ""
                    : format_text("  grouped_accesses: {{ports: {}, source: probes}}\n",
                                  port_names_text(units, evidence.plan.ports));
}

std::string wide_vectors_section(const CoreEvidence &evidence) {
  const auto from_bits = evidence.structure.number("wide_vectors.from_bits");
  const auto left = evidence.structure.number("wide_vectors.512_close_pipes_to_128.left");
  if (!from_bits || !left || *from_bits != 512)
    return "";
  const PortSet narrow = only_ports_of(evidence, "VPADDDrr");
  const PortSet wide = only_ports_of(evidence, "VPADDDZrr");
  const PortSet closed = narrow & ~wide;
  // The closed ports are those that only narrow additions use, if their number agrees with the probe.
  if (closed == 0 || std::popcount(narrow & wide) != static_cast<int>(*left))
    return "";
  return format_text("  wide_vectors: {{from_bits: 512, closed_ports: {}, source: probes}}\n",
                     port_names_text(closed, evidence.plan.ports));
}

std::string high_byte_reads_section(const CoreEvidence &evidence) {
  const auto throughput = evidence.structure.number("high_bytes.throughput");
  const auto low = evidence.structure.number("high_bytes.low_throughput");
  const auto latency = evidence.structure.number("high_bytes.latency");
  constexpr double clearly_slower = 1.5;
  if (!throughput || !low || !latency || *throughput < clearly_slower * *low ||
      !evidence.structure.truth("high_bytes.same_pipe_as_imul").value_or(false))
    return "";
  const PortSet port = only_ports_of(evidence, "IMUL64rr");
  if (std::popcount(port) != 1)
    return "";
  return format_text("  high_byte_reads: {{ports: {}, latency: {}, source: probes}}\n",
                     demands_text({{port, Cycles(1)}}, evidence.plan.ports), cycles_text(std::round(*latency)));
}

// Sections about additions at rename, bypasses, and the banks of the cache.

namespace {

/// Whether the result is the sum of a 64-bit register and a constant.
bool adds_constant(const FormFacts &form) {
  const std::optional<RegisterUpdate> update = update_of(form.instruction);
  if (!update || update->constant == 0 || form.accesses_memory())
    return false;
  const Register *reg = as_register(form.instruction.operands[static_cast<std::size_t>(update->target)]);
  return reg != nullptr && reg->width_bits == 64;
}

/// Whether a chain of the form alone takes almost no time; empty: there is no figure that decides it.
std::optional<bool> chain_takes_nothing(const FormFacts &form) {
  constexpr double hardly_any = 0.6;
  constexpr double surely_executed = 0.9;
  std::optional<bool> answer;
  for (const auto &[pair, figure] : form.figures.latencies) {
    if (figure.is_bound && figure.high_cycles < hardly_any)
      return true;
    if (form.direct_pairs.contains(pair) && figure.low_cycles > surely_executed)
      answer = false;
  }
  return answer;
}

/// Operations that were found to wait; of a mnemonic all forms with registers only.
std::vector<std::string> late_readers(const CoreEvidence &evidence) {
  constexpr std::string_view head = "additions.before_";
  std::set<std::string> mnemonics;
  for (const auto &[name, finding] : evidence.structure.all())
    if (name.starts_with(head) && finding.value.value_or(0) > 1 && finding.value.value_or(0) < 4)
      mnemonics.insert(name.substr(head.size()));
  std::vector<std::string> opcodes;
  for (const FormFacts &form : evidence.facts)
    if (const std::string &mnemonic = form.instruction.mnemonic;
        !form.accesses_memory() && mnemonic.size() > 2 &&
        (mnemonics.contains(mnemonic) || mnemonics.contains(mnemonic.substr(0, mnemonic.size() - 1))))
      opcodes.push_back(form.opcode);
  return opcodes;
}

double late_cycles(const StructureFindings &structure) {
  double most = 0;
  for (const auto &[name, finding] : structure.all())
    if (name.starts_with("additions.before_") && finding.value.value_or(0) < 4)
      most = std::max(most, finding.value.value_or(0));
  return std::round(most);
}

} // namespace

std::vector<std::string> renamed_additions(const CoreEvidence &evidence) {
  std::vector<std::string> opcodes;
  if (evidence.structure.number("additions.largest_constant").value_or(0) <= 0)
    return opcodes;
  int in_favour = 0;
  int against = 0;
  for (const FormFacts &form : evidence.facts)
    if (adds_constant(form)) {
      const auto answer = chain_takes_nothing(form);
      in_favour += answer.value_or(false) ? 1 : 0;
      against += answer.value_or(true) ? 0 : 1;
      if (answer.value_or(true))
        opcodes.push_back(form.opcode);
    }
  // A form without a figure was disturbed. It is treated like most forms of its kind.
  return in_favour > against ? opcodes : std::vector<std::string>();
}

std::string renamed_additions_section(const CoreEvidence &evidence) {
  const std::vector<std::string> opcodes = renamed_additions(evidence);
  if (opcodes.empty())
    return "";
  const StructureFindings &structure = evidence.structure;
  const std::string indent = "      ";
  std::string out =
      format_text("  renamed_additions:\n"
                  "    match: {}\n"
                  "    largest_constant: {}\n"
                  "    free_constant: {}\n"
                  "    latency: {}\n",
                  names_text(opcodes, indent), static_cast<int>(*structure.number("additions.largest_constant")),
                  static_cast<int>(structure.number("additions.free_constant").value_or(0)),
                  cycles_text(structure.number("additions.latency").value_or(0)));
  if (const std::vector<std::string> late = late_readers(evidence); !late.empty())
    out += format_text("    late_readers: {}\n    late_cycles: {}\n", names_text(late, indent),
                       cycles_text(late_cycles(structure)));
  return out + "    source: probes\n";
}

std::string bypasses_section(const CoreEvidence &evidence) {
  std::string out;
  std::size_t late_rules = 0;
  for (const BypassFamily &family : evidence.bypasses.families()) {
    const std::string names = names_text(family.opcodes, "         ");
    out += format_text("    - from: {}\n      to: {}\n      saves: {}\n      source: forms\n", names, names,
                       family.saved_cycles.text(4));
  }
  constexpr std::size_t most_rules = 64; // the limit of the format
  for (const LateReadersRule &rule : late_readers_rules(evidence)) {
    if (evidence.bypasses.families().size() + late_rules++ >= most_rules)
      break;
    out += format_text("    - from: {}\n      to: {}{}\n      delays: {}{}\n      source: probes\n",
                       names_text(rule.from, "         "), names_text(rule.to, "         "),
                       rule.saves_cycles.is_zero() ? "" : "\n      saves: " + rule.saves_cycles.text(4),
                       rule.delays_cycles.text(4),
                       wide_readers_are_late(evidence.structure) ? "" : "\n      beside_wide_vectors: false");
  }
  return out.empty() ? "" : "  bypasses:\n" + out;
}

std::string load_banks_section(const CoreEvidence &evidence) {
  const auto width = evidence.structure.number("banks.width");
  const auto span = evidence.structure.number("banks.span");
  const auto of_one = evidence.structure.number("banks.loads_of_one");
  if (!width || !span || !of_one || *width < 1 || *span <= *width)
    return "";
  return format_text("  load_banks: {{bank_bytes: {}, banks: {}, per_cycle: {}, ports: {}, source: probes}}\n",
                     static_cast<int>(*width), static_cast<int>(*span / *width),
                     std::max(1, static_cast<int>(std::lround(*of_one))), bank_port);
}

// Schedulers: how many uops can wait, and whether they are bound to a port when they enter.

namespace {

std::string ports_of_kind_text(const PipePlan &plan, PortSet set) {
  std::string out;
  for (std::size_t i = 0; i < plan.ports.size(); ++i)
    if ((set >> i & 1) != 0)
      out += (out.empty() ? "" : ", ") + plan.ports[i].name;
  return format_text("[{}]", out);
}

/// The largest number of waiting operations of any kind.
std::optional<double> waiting_operations(const StructureFindings &structure) {
  std::optional<double> most;
  for (const char *kind :
       {"additions", "multiplications", "vector_additions", "vector_multiplications", "vector_integers"})
    if (const auto entries = structure.number(std::string("schedulers.waiting_") + kind))
      most = std::max(most.value_or(0), *entries);
  return most;
}

/// Whether dependent chains of additions do not reach the rate of independent additions.
bool binds_early(const CoreEvidence &evidence) {
  if (const auto answer = evidence.structure.truth("binding.at_entry"))
    return *answer;
  constexpr double clearly_slower = 1.15;
  const auto chains = evidence.structure.number("code_size.add_3");
  const auto addition =
      std::ranges::find_if(evidence.facts, [](const FormFacts &form) { return form.opcode == "ADD64rr"; });
  return chains && addition != evidence.facts.end() && addition->throughput &&
         *chains > clearly_slower * *addition->throughput;
}

} // namespace

/// One scheduler for all units, if additions and vector operations have the same number of entries. It only matters if
/// uops are bound to ports early.
std::string schedulers_section(const CoreEvidence &evidence) {
  constexpr double most_entries = 1024;
  const auto plausible = [](std::optional<double> entries) {
    return entries && *entries >= 1 && *entries <= most_entries;
  };
  const auto entries = waiting_operations(evidence.structure);
  if (!plausible(entries) || !binds_early(evidence))
    return "";
  PortSet units = 0;
  for (std::size_t i = 0; i < evidence.plan.ports.size(); ++i)
    if (evidence.plan.ports[i].kind == PortKind::execution)
      units |= PortSet(1) << i;
  std::string out = format_text("  schedulers:\n"
                                "    - {{name: RS, ports: {}, entries: {}, binds_ports: true, source: probes}}\n",
                                ports_of_kind_text(evidence.plan, units), static_cast<int>(std::lround(*entries)));
  if (const auto loads = evidence.structure.number("schedulers.waiting_loads");
      plausible(loads) && evidence.plan.loads != 0)
    out +=
        format_text("    - {{name: LD, ports: {}, entries: {}{}, source: probes}}\n",
                    ports_of_kind_text(evidence.plan, evidence.plan.loads), static_cast<int>(std::lround(*loads)),
                    evidence.structure.truth("binding.loads_in_turn").value_or(false) ? ", ports_in_turn: true" : "");
  return out;
}

} // namespace osaca::measure::compose
