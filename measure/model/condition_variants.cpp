#include "measure/model/condition_variants.h"

#include "measure/model/model_text.h"

#include <cmath>
#include <optional>

namespace osaca::measure::composer {
namespace {

/// Of two conditions of one kind; empty where one was not told, or they differ.
std::optional<int> agreed_number(const StructureFindings &structure, const std::string &one, const std::string &other) {
  constexpr double tolerance = 0.15;
  const auto first = structure.number(one);
  const auto second = structure.number(other);
  if (!first || !second || std::abs(*first - *second) > tolerance)
    return std::nullopt;
  return static_cast<int>(std::lround(*first));
}

} // namespace

std::string carry_and_zero_text(const StructureFindings &structure, const FormFacts &form,
                                std::vector<PortDemand> demands, const std::vector<Port> &ports) {
  const bool sets = form.opcode == "SETCCr";
  // Those of the register stack have other conditions.
  const bool moves = form.opcode.starts_with("CMOV") && form.opcode.ends_with("rr");
  if (!sets && !moves)
    return "";
  const std::string name = std::string("conditions.") + (sets ? "set" : "cmov");
  const auto usual = agreed_number(structure, name + "e.slots", name + "b.slots");
  const auto slots = agreed_number(structure, name + "a.slots", name + "be.slots");
  const auto latency = agreed_number(structure, name + "a.latency", name + "be.latency");
  if (!usual || !slots || !latency || *usual < 1 || *slots <= *usual || *latency < 1)
    return "";
  // Each slot is an operation like the one of other conditions: nobody looked where else they could go.
  for (PortDemand &demand : demands)
    demand.cycles = demand.cycles * Cycles(*slots) / Cycles(*usual);
  return "    carry_and_zero: {ports: " + demands_text(demands, ports) + ", latency: " + std::to_string(*latency) +
         ", slots: " + std::to_string(*slots) + "}\n";
}

} // namespace osaca::measure::composer
