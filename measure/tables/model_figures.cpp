#include "measure/tables/model_figures.h"

#include "analysis/bounds/port_pressure.h"
#include "measure/chains/latency_chains.h"

#include <algorithm>
#include <map>

namespace osaca::measure {

double port_throughput(const std::vector<PortDemand> &demands) {
  if (const std::optional<Cycles> cycles = busiest_set_cycles(demands))
    return cycles->to_double();
  // Only a model file of a user has so many sets: spread the uops instead of trying all unions.
  std::map<PortSet, Cycles> by_set;
  for (const PortDemand &demand : demands)
    if (demand.ports != 0)
      by_set[demand.ports] += demand.cycles;
  constexpr int port_count = 64; // all that a PortSet can name
  std::vector<Cycles> busy(port_count);
  for (const auto &[set, shares] : balanced_assignment(by_set, port_count))
    for (std::size_t port = 0; port < busy.size(); ++port)
      busy[port] += shares[port];
  return std::ranges::max(busy).to_double();
}

namespace {

/// Whether the core eliminates the instruction, a move between registers, at rename.
bool is_eliminated_move(const MachineModel &model, const Instruction &instruction) {
  const RuleMatches matches = model.rule_matches(instruction.opcode);
  const std::vector<IdiomRule> &idioms = model.core().idioms;
  for (std::size_t i = 0; i < idioms.size(); ++i)
    if (((matches.idioms >> i) & 1) && idioms[i].kind == IdiomRule::Kind::move && idioms[i].eliminated)
      return true;
  return false;
}

Cycles operation_latency(const Cost &cost, std::size_t from, std::size_t to) {
  for (const OperandLatency &one : cost.operand_latencies)
    if (one.from == static_cast<int>(from) && one.to == static_cast<int>(to))
      return one.cycles;
  return cost.latency_cycles;
}

/// Empty: a single figure cannot express it.
std::optional<double> modelled_latency(const Instruction &instruction, const Cost &cost, const OperandPair &pair) {
  const Operand &from = instruction.operands[pair.from.operand];
  const Operand &to = instruction.operands[pair.to.operand];
  const bool from_memory = as_memory(from) != nullptr;
  const bool to_memory = as_memory(to) != nullptr;
  if (to.address_update || from.address_update)
    return std::nullopt;
  if (pair.from.part == Endpoint::Part::index) // what the index adds depends on the core's loads, not on the form
    return std::nullopt;
  if (from_memory && to_memory && pair.from.part == Endpoint::Part::value) // the core may rename it
    return std::nullopt;
  Cycles cycles = operation_latency(cost, pair.from.operand, pair.to.operand);
  if (pair.from.part == Endpoint::Part::base)
    cycles += cost.load_latency_cycles;
  if (to_memory)
    cycles += cost.store_forward_cycles;
  return cycles.to_double();
}

} // namespace

double modelled_throughput(const MachineModel &model, const Instruction &instruction, const Cost &cost) {
  const Core &core = model.core();
  double cycles = port_throughput(cost.demands);
  const double width = core.dispatch_width.value.to_double();
  if (width > 0)
    cycles = std::max(cycles, cost.dispatch_slots.to_double() / width);
  if (core.store_commit && instruction.stores)
    for (const Operand &operand : instruction.operands)
      if (const MemoryOperand *memory = as_memory(operand); memory && operand.written)
        cycles = std::max({cycles, 1.0 / core.store_commit->per_cycle,
                           static_cast<double>(memory->width_bytes) / core.store_commit->block_bytes});
  return cycles;
}

std::optional<FormFigures> modelled_figures(const MachineModel &model, const FormShape &shape) {
  const Instruction &instruction = shape.example.instruction;
  constexpr int no_compiler = -1;
  std::optional<Cost> cost = cost_of(model, instruction, no_compiler);
  if (!cost)
    return std::nullopt;
  if (is_eliminated_move(model, instruction)) {
    cost->demands.clear();
    cost->latency_cycles = 0;
    cost->operand_latencies.clear();
  }
  FormFigures made;
  made.throughput = FigureRange::exact(modelled_throughput(model, instruction, *cost));
  for (const OperandPair &pair : operand_pairs(shape))
    if (const auto cycles = modelled_latency(instruction, *cost, pair))
      made.latencies.emplace(OperandPairName{text_of(pair.from), text_of(pair.to)}, FigureRange::exact(*cycles));
  return made;
}

} // namespace osaca::measure
