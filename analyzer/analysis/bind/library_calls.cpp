#include "analysis/bind/library_calls.h"

#include "base/index.h"
#include "kernel/calling_convention.h"

#include <algorithm>

namespace osaca {
namespace {

/// The widest register with one of these names that an instruction of the kernel uses; null: none.
const Register *used_register(const Kernel &kernel, RegisterNames names) {
  const Register *widest = nullptr;
  for (const Instruction &instruction : kernel.instructions)
    for (const Operand &operand : instruction.operands) {
      const Register *reg = as_register(operand);
      const bool is_named = reg != nullptr && !reg->name.empty() && std::ranges::find(names, reg->name) != names.end();
      if (is_named && (widest == nullptr || widest->width_bits < reg->width_bits))
        widest = reg;
    }
  return widest;
}

Operand operand_of(const Register &reg, bool is_read, bool is_written) {
  Operand made;
  made.value = RegisterOperand{reg};
  made.read = is_read;
  made.written = is_written;
  made.implicit = true;
  return made;
}

/// A register that no other instruction of the kernel uses. Its unit only has to differ from those of all registers
/// that the decoder knows.
Register unused_register(const CallingConvention &convention, RegisterNames names, bool is_vector) {
  constexpr std::uint16_t first_unit = 4000;
  constexpr std::uint16_t places = 10;
  Register made;
  made.name = names.front();
  made.kind = is_vector ? RegisterKind::vector : RegisterKind::gpr;
  made.width_bits = is_vector ? 128 : 64;
  const auto &known = is_vector ? convention.vectors : convention.integers;
  std::uint16_t place = 0; // the register of an integer result may be none of those for arguments
  while (place < known.size() && known.at(place).front() != names.front())
    ++place;
  made.units = {static_cast<std::uint16_t>(first_unit + (is_vector ? 0 : places) + place)};
  return made;
}

Register register_of(const Kernel &kernel, const CallingConvention &convention, RegisterNames names, bool is_vector) {
  const Register *used = used_register(kernel, names);
  return used != nullptr ? *used : unused_register(convention, names, is_vector);
}

/// First the arguments, then the result.
void add_operands(const Kernel &kernel, const CallSignature &signature, Instruction &call) {
  const CallingConvention &convention = calling_convention(kernel.isa);
  std::size_t vectors = 0;
  std::size_t integers = 0;
  for (const CallValue value : signature.arguments) {
    const bool is_vector = is_in_vector_register(value);
    const auto &names = is_vector ? convention.vectors.at(vectors++) : convention.integers.at(integers++);
    call.operands.push_back(operand_of(register_of(kernel, convention, names, is_vector), true, false));
  }
  if (signature.result == CallValue::nothing)
    return;
  const bool is_vector = is_in_vector_register(signature.result);
  const auto &names = is_vector ? convention.vectors.front() : convention.integer_result;
  call.operands.push_back(operand_of(register_of(kernel, convention, names, is_vector), false, true));
}

std::size_t operands_of(const CallSignature &signature) {
  return signature.arguments.size() + (signature.result == CallValue::nothing ? 0 : 1);
}

bool is_added(const CostedInstruction &call, std::size_t operand, std::size_t first) {
  return operand >= first && call.operands[operand].shape == CostedOperand::Shape::reg &&
         call.operands[operand].implicit;
}

} // namespace

std::optional<CallCost> table_cost(const FormCosts &costs, const KernelCall &call) {
  if (call.status == CallStatus::followed || call.callee.empty() || costs.calls() == nullptr ||
      costs.model().core().in_order.value)
    return std::nullopt;
  return costs.calls()->find(call.callee);
}

Kernel with_call_operands(const Kernel &kernel, const FormCosts &costs) {
  Kernel made = kernel;
  for (KernelCall &call : made.calls)
    if (const auto cost = table_cost(costs, call)) {
      call.status = CallStatus::measured;
      add_operands(kernel, cost->entry->signature, made.instructions[at(call.instruction)]);
    }
  return made;
}

void bind_library_calls(const Kernel &kernel, const FormCosts &costs,
                        std::vector<std::shared_ptr<const CostedInstruction>> &instructions) {
  for (const KernelCall &call : kernel.calls) {
    const auto found = call.status == CallStatus::measured ? table_cost(costs, call) : std::nullopt;
    if (!found)
      continue;
    CostedInstruction bound = *instructions[at(call.instruction)];
    Cost cost = *bound.cost;
    const std::size_t first = bound.operands.size() - operands_of(found->entry->signature);
    const Cycles latency = found->latency_cycles.value_or(found->throughput_cycles);
    for (std::size_t to = first; to < bound.operands.size(); ++to)
      for (std::size_t from = 0; from < bound.operands.size(); ++from)
        if (is_added(bound, to, first) && bound.operands[to].written && bound.operands[from].read)
          cost.operand_latencies.push_back({static_cast<int>(from), static_cast<int>(to), latency});
    cost.provenance = {found->origin, found->source};
    bound.cost = std::make_shared<const Cost>(std::move(cost));
    bound.unknown = false;
    bound.is_unknown_call = false;
    bound.callee_cycles = found->throughput_cycles;
    instructions[at(call.instruction)] = std::make_shared<const CostedInstruction>(std::move(bound));
  }
}

} // namespace osaca
