#include "our_figures.h"

#include "analysis/bind/costed_kernel.h"
#include "analysis/bounds/front_end.h"
#include "analysis/bounds/port_pressure.h"
#include "model/read/port_expression.h"

#include <algorithm>
#include <cctype>

namespace osaca::accuracy {
namespace {

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

Kernel alone(const Instruction &instruction) {
  Kernel kernel;
  kernel.region = RegionKind::block;
  kernel.instructions.push_back(instruction);
  return kernel;
}

} // namespace

FormFigures::FormFigures(const MachineModel &model, const MadeForm &form) : form_(form) {
  const bool has_compiler_costs = !form.instruction.compiler_costs.empty();
  const CostedKernel bound = bind(alone(form.instruction), model, has_compiler_costs ? 0 : -1);
  const CostedInstruction &instruction = *bound.instructions.front().costed;
  known_ = !instruction.unknown;
  eliminated_ = instruction.eliminated;
  breaks_dependency_ = instruction.breaks_dependency;
  cost_ = *instruction.cost;
  origin_ = cost_.provenance.origin;
  const PortPressure pressure = port_pressure(bound, PortAssignment::optimal);
  throughput_ = std::max({pressure.execution_bound.to_double(), pressure.divider_bound.to_double(),
                          front_end(bound).dispatch_cycles.to_double()});
}

std::vector<int> FormFigures::places_of(const OperandName &name, bool as_result) const {
  std::vector<int> places;
  const std::vector<Operand> &operands = form_.instruction.operands;
  const bool is_flags = name.implicit_register == "EFLAGS";
  std::string wanted = lower_case(name.implicit_register);
  if (name.number >= 0 && static_cast<std::size_t>(name.number) < form_.registers.size())
    wanted = form_.registers[static_cast<std::size_t>(name.number)];
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Register *reg = as_register(operands[i]);
    if (!reg || !(as_result ? operands[i].written : operands[i].read))
      continue;
    if (is_flags ? reg->kind == RegisterKind::flag : reg->name == wanted)
      places.push_back(static_cast<int>(i));
  }
  return places;
}

std::pair<int, int> FormFigures::places(const OperandName &from, const OperandName &to) const {
  const std::vector<int> sources = places_of(from, false);
  const std::vector<int> targets = places_of(to, true);
  return {sources.empty() ? -1 : sources.front(), targets.empty() ? -1 : targets.front()};
}

std::string FormFigures::ports_text(const MachineModel &model) const {
  std::string text;
  for (const PortDemand &demand : cost_.demands)
    text += (text.empty() ? "" : " ") + port_demand_text(demand, model.core().ports);
  return text;
}

std::optional<double> FormFigures::latency(const OperandName &from, const OperandName &to) const {
  std::optional<double> longest;
  for (const int source : places_of(from, false))
    for (const int target : places_of(to, true)) {
      Cycles cycles = cost_.latency_cycles;
      for (const OperandLatency &exception : cost_.operand_latencies)
        if (exception.from == source && exception.to == target)
          cycles = exception.cycles;
      if (eliminated_)
        cycles = 0;
      longest = std::max(longest.value_or(0), cycles.to_double());
    }
  return longest;
}

} // namespace osaca::accuracy
