// Schedulers: how many uops wait, and whether they are bound to a port before it is known which will be free.
#include "measure/model/core_sections.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::composer {
namespace {

std::string ports_of_kind_text(const PipePlan &plan, PortSet set) {
  std::string out;
  for (std::size_t i = 0; i < plan.ports.size(); ++i)
    if ((set >> i & 1) != 0)
      out += (out.empty() ? "" : ", ") + plan.ports[i].name;
  return "[" + out + "]";
}

/// The most that any kind of operation on units was seen to have waiting.
std::optional<double> waiting_operations(const StructureFindings &structure) {
  std::optional<double> most;
  for (const char *kind :
       {"additions", "multiplications", "vector_additions", "vector_multiplications", "vector_integers"})
    if (const auto entries = structure.number(std::string("schedulers.waiting_") + kind))
      most = std::max(most.value_or(0), *entries);
  return most;
}

/// Additions in chains of their own do not reach what additions reach whose operands are always there.
bool binds_early(const CoreEvidence &evidence) {
  if (const auto told = evidence.structure.truth("binding.at_entry"))
    return *told;
  constexpr double clearly_slower = 1.15;
  const auto chains = evidence.structure.number("code_size.add_3");
  const auto addition =
      std::ranges::find_if(evidence.facts, [](const FormFacts &form) { return form.opcode == "ADD64rr"; });
  return chains && addition != evidence.facts.end() && addition->throughput &&
         *chains > clearly_slower * *addition->throughput;
}

} // namespace

/// One for all units, where the core's additions and vector operations fill places of one number; only where work is
/// given out early does it matter.
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
  std::string out = "  schedulers:\n    - {name: RS, ports: " + ports_of_kind_text(evidence.plan, units) +
                    ", entries: " + std::to_string(static_cast<int>(std::lround(*entries))) +
                    ", binds_ports: true, source: probes}\n";
  if (const auto loads = evidence.structure.number("schedulers.waiting_loads");
      plausible(loads) && evidence.plan.loads != 0)
    out += "    - {name: LD, ports: " + ports_of_kind_text(evidence.plan, evidence.plan.loads) +
           ", entries: " + std::to_string(static_cast<int>(std::lround(*loads))) + ", source: probes}\n";
  return out;
}

} // namespace osaca::measure::composer
