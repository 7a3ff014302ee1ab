// Sections about code that is too dense to be kept decoded, pipes that wide vectors close, and reads of high bytes.
// Which port is meant follows from the ports of forms that were measured: probes count pipes, they do not name them.
#include "measure/model/core_sections.h"
#include "measure/model/model_text.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace osaca::measure::composer {
namespace {

/// The ports of a form of one uop by the compiler's tables; 0: it was not measured, or has several.
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
  return read >= 1 && read <= 64 ? ", ops_per_cycle: " + std::to_string(static_cast<int>(std::lround(read))) : "";
}

} // namespace

std::string dense_code_section(const CoreEvidence &evidence) {
  const auto kept = evidence.structure.number("dense_code.kept_ops");
  const auto bytes = evidence.structure.number("dense_code.decoded_bytes");
  constexpr double most_ops = 64; // one for each byte of the probe's blocks
  if (!kept || !bytes || *kept < 1 || *bytes < 1 || *kept > most_ops || *bytes > most_ops)
    return "";
  // No timing tells how these macro-ops are divided into entries; that two are read in a cycle is a guess.
  const int ops = static_cast<int>(*kept);
  const int width = std::max(1, static_cast<int>(std::lround(evidence.dispatch_width)));
  const int entry_ops = ops % width == 0 ? width : ops;
  // The probe's blocks; and loops up to the largest that was tried are kept, as no end was seen in them.
  constexpr int block_bytes = 64;
  constexpr int largest_loop = 14000;
  constexpr int entries_per_cycle = 2;
  return "  fetch: {block_bytes: " + std::to_string(block_bytes) +
         ", source: probes}\n  op_cache: {entries: " + std::to_string(largest_loop / entry_ops) +
         ", entry_ops: " + std::to_string(entry_ops) + ", entries_per_cycle: " + std::to_string(entries_per_cycle) +
         ", decoded_per_cycle: " + std::to_string(width) + ", block_entries: " + std::to_string(ops / entry_ops) +
         ", decoded_bytes_per_cycle: " + std::to_string(static_cast<int>(*bytes)) + read_text(evidence.structure) +
         ", source: probes}\n";
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
  return units == 0
             ? ""
             : "  grouped_accesses: {ports: " + port_names_text(units, evidence.plan.ports) + ", source: probes}\n";
}

std::string wide_vectors_section(const CoreEvidence &evidence) {
  const auto from_bits = evidence.structure.number("wide_vectors.from_bits");
  const auto left = evidence.structure.number("wide_vectors.512_close_pipes_to_128.left");
  if (!from_bits || !left || *from_bits != 512)
    return "";
  const PortSet narrow = only_ports_of(evidence, "VPADDDrr");
  const PortSet wide = only_ports_of(evidence, "VPADDDZrr");
  const PortSet closed = narrow & ~wide;
  // Closed are those that only narrow additions use, if these are as many as the probe says.
  if (closed == 0 || std::popcount(narrow & wide) != static_cast<int>(*left))
    return "";
  return "  wide_vectors: {from_bits: 512, closed_ports: " + port_names_text(closed, evidence.plan.ports) +
         ", source: probes}\n";
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
  return "  high_byte_reads: {ports: " + demands_text({{port, Cycles(1)}}, evidence.plan.ports) +
         ", latency: " + cycles_text(std::round(*latency)) + ", source: probes}\n";
}

} // namespace osaca::measure::composer
