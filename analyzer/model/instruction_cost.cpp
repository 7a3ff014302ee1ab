#include "model/instruction_cost.h"

#include "base/format.h"
#include "base/index.h"

#include <algorithm>

namespace osaca {

std::optional<Cost> cost_of(const MachineModel &model, const Instruction &instruction, int compiler_index) {
  if (instruction.opcode.empty())
    return std::nullopt;
  const auto count = static_cast<int>(instruction.compiler_costs.size());
  const auto by_compiler = [&]() -> std::optional<Cost> {
    if (compiler_index < 0 || compiler_index >= count)
      return std::nullopt;
    return compiler_cost(model, instruction, instruction.compiler_costs[at(compiler_index)]);
  };
  if (model.data().fallback_only) // it has no forms, and composed figures are less exact
    if (std::optional<Cost> cost = by_compiler())
      return cost;
  if (std::optional<Cost> cost = listed_cost(model, instruction))
    return cost;
  return by_compiler();
}

namespace {

/// AArch64: how far, and above that how, the last register is shifted; 0: not at all.
std::int64_t encoded_shift(const Instruction &instruction) {
  constexpr std::int64_t distance = 63; // the other bits are the kind of shift; 0 of them: to the left
  std::int64_t last = 0;
  for (const Operand &operand : instruction.operands)
    if (const auto *number = std::get_if<ImmediateOperand>(&operand.value))
      last = number->value;
  return (last & distance) != 0 ? last : 0;
}

} // namespace

bool shifts_register(const Instruction &instruction) { return encoded_shift(instruction) != 0; }

bool shifts_far(const Instruction &instruction) {
  constexpr std::int64_t longest_near = 4;
  const std::int64_t shift = encoded_shift(instruction);
  return shift < 0 || shift > longest_near;
}

bool adds_to_zero(const Instruction &instruction) {
  const Register *last = nullptr;
  for (const Operand &operand : instruction.operands)
    if (const Register *reg = as_register(operand); reg != nullptr && operand.read && !operand.implicit)
      last = reg;
  return last != nullptr && last->units.empty();
}

namespace {

PortSet port_named(const Core &core, const std::string &name) {
  for (std::size_t i = 0; i < core.ports.size() && i < 64; ++i)
    if (core.ports[i].name == name)
      return PortSet(1) << i;
  return 0;
}

struct Translation {
  PortSet ports = 0;
  bool unknown_unit = false;
};

Translation translate(const MachineModel::Data &data, const std::vector<std::string> &units) {
  Translation result;
  for (const std::string &unit : units) {
    const auto mapped = data.compiler_ports.find(unit);
    if (mapped != data.compiler_ports.end()) {
      for (const std::string &name : mapped->second)
        result.ports |= port_named(data.core, name);
    } else if (const PortSet port = port_named(data.core, unit)) {
      result.ports |= port;
    } else {
      result.unknown_unit = true;
    }
  }
  return result;
}

/// If LLVM has no unit for the divider, its model keeps the port that starts a division occupied instead. In fact that
/// port is free for other instructions after the first cycle. If the model gives no time at all (one cycle, as for
/// operations that are pipelined), it is half of the latency, as on most cores whose dividers were measured.
void move_to_divider(const MachineModel::Data &data, Cycles latency, std::vector<PortDemand> &demands) {
  const PortSet divider = data.core.ports_of_kind(PortKind::divider);
  const auto longest =
      std::ranges::max_element(demands, [](const PortDemand &a, const PortDemand &b) { return a.cycles < b.cycles; });
  const bool has_unit =
      std::ranges::any_of(demands, [divider](const PortDemand &demand) { return (demand.ports & divider) != 0; });
  if (divider == 0 || has_unit || longest == demands.end())
    return;
  const Cycles occupied = longest->cycles < Cycles(2) ? latency / Cycles(2) : longest->cycles;
  if (occupied < Cycles(2))
    return;
  longest->cycles = Cycles(1);
  demands.push_back({divider, occupied});
}

bool has_register_source(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    const bool is_listed = !operand.implicit || (reg && reg->kind == RegisterKind::register_stack);
    return reg && operand.read && is_listed && !operand.address_update;
  });
}

/// The compiler has one latency for load and operation together and, for register sources, one without the load.
void split_latency(const Instruction &instruction, const CompilerCost &compiler, Cost &cost) {
  cost.latency_cycles = compiler.latency_cycles;
  if (!instruction.loads)
    return;
  const bool has_source = has_register_source(instruction);
  const Cycles operation = has_source ? std::min(compiler.register_latency_cycles, compiler.latency_cycles) : Cycles(0);
  cost.latency_cycles = operation;
  cost.load_latency_cycles = compiler.latency_cycles - operation;
}

/// The latency without the load.
Cycles cycles_of_operation(const Core &core, const Instruction &instruction, const CompilerCost &compiler) {
  const std::optional<MemoryPart> load = instruction.loads ? load_part(core, instruction) : std::nullopt;
  return load ? std::max(compiler.latency_cycles - load->latency_cycles, Cycles(0)) : compiler.latency_cycles;
}

/// The compiler has a latency for each result; the longest of them is that of the instruction.
void add_latencies_of_results(const Instruction &instruction, Cost &cost) {
  if (instruction.loads || cost.forwarding == nullptr)
    return;
  const std::vector<CompilerForwarding::Write> &writes = cost.forwarding->writes;
  const auto count = static_cast<int>(instruction.operands.size());
  for (int to = 0; to < count; ++to) {
    const int number = instruction.operands[at(to)].write_number;
    if (number < 0 || number >= static_cast<int>(writes.size()))
      continue;
    const Cycles latency(writes[at(number)].latency_cycles);
    for (int from = 0; latency != cost.latency_cycles && from < count; ++from)
      if (instruction.operands[at(from)].read)
        cost.operand_latencies.push_back({from, to, latency});
  }
}

} // namespace

std::optional<Cost> compiler_cost(const MachineModel &model, const Instruction &instruction,
                                  const CompilerCost &compiler) {
  if (!compiler.known)
    return std::nullopt;
  const MachineModel::Data &data = model.data();
  Cost cost;
  bool partly = false;
  for (const CompilerCost::ResourceUse &use : compiler.uses) {
    const Translation translation = translate(data, use.units);
    partly |= translation.unknown_unit;
    if (translation.ports != 0 && Cycles(0) < use.cycles)
      cost.demands.push_back({translation.ports, use.cycles});
  }
  if (partly && cost.demands.empty())
    return std::nullopt;
  if (data.fallback_only && divides(instruction))
    move_to_divider(data, cycles_of_operation(data.core, instruction, compiler), cost.demands);
  cost.dispatch_slots = compiler.uops;
  split_latency(instruction, compiler, cost);
  cost.forwarding = compiler.forwarding;
  cost.issue = compiler.issue;
  add_latencies_of_results(instruction, cost);
  if (compiler.waits_for_old_value)
    cost.operand_latencies.push_back({0, 0, cycles_of_operation(data.core, instruction, compiler)});
  if (instruction.stores && !instruction.is_prefetch)
    if (const std::optional<MemoryPart> part = store_part(data.core, instruction))
      cost.store_forward_cycles = part->forward_cycles;
  const std::string cpu = data.compiler_cpu.empty() ? "the compiler's core" : data.compiler_cpu;
  cost.provenance = {Origin::compiler,
                     format_text("LLVM's scheduling model of {}{}", cpu, partly ? ", partly mapped" : "")};
  return cost;
}

} // namespace osaca
