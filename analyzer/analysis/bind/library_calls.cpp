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
  constexpr std::uint16_t most = 10;
  Register made;
  made.name = names.front();
  made.kind = is_vector ? RegisterKind::vector : RegisterKind::gpr;
  made.width_bits = is_vector ? 128 : 64;
  const auto &known = is_vector ? convention.vectors : convention.integers;
  std::uint16_t place = 0; // the register of an integer result may be none of those for arguments
  while (place < known.size() && known.at(place).front() != names.front())
    ++place;
  made.units = {static_cast<std::uint16_t>(first_unit + (is_vector ? 0 : most) + place)};
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

/// The value of a general register when an instruction is reached, if an instruction before it, in the same iteration,
/// sets it to a constant.
std::optional<std::int64_t> constant_before(const Kernel &kernel, int instruction, RegisterNames names) {
  const auto is_named = [names](const Operand &operand) {
    const Register *reg = as_register(operand);
    return operand.written && reg != nullptr && !reg->name.empty() &&
           std::ranges::find(names, reg->name) != names.end();
  };
  for (int i = instruction - 1; i >= 0; --i) {
    const Instruction &before = kernel.instructions[at(i)];
    if (is_unknown_call(before))
      return std::nullopt; // the function may change the register
    const auto written = std::ranges::find_if(before.operands, is_named);
    if (written == before.operands.end())
      continue;
    const bool is_constant = before.affine && before.affine->terms().empty() && before.affine->vector_eighths == 0 &&
                             before.affine->right_shift == 0 &&
                             before.affine->target == written - before.operands.begin();
    return is_constant && as_register(*written)->width_bits >= 32 ? std::optional(before.affine->constant)
                                                                  : std::nullopt;
  }
  return std::nullopt;
}

/// The length that the call passes. Empty: it is not known, or the function has no such argument.
std::optional<std::int64_t> bytes_of(const Kernel &kernel, const KernelCall &call, const CallEntry &entry) {
  if (entry.bytes_argument == 0)
    return std::nullopt;
  const auto &arguments = entry.signature.arguments;
  const auto before = std::ranges::count_if(arguments.begin(), arguments.begin() + (entry.bytes_argument - 1),
                                            [](CallValue value) { return !is_in_vector_register(value); });
  const auto &names = calling_convention(kernel.isa).integers.at(static_cast<std::size_t>(before));
  return constant_before(kernel, call.instruction, names);
}

/// From the arguments to the result. A function that returns its first argument copies one register.
Cycles result_latency(const CallCost &cost) {
  return returns_first_argument(*cost.entry) ? Cycles(1) : cost.latency_cycles.value_or(cost.throughput_cycles);
}

bool is_added(const CostedInstruction &call, std::size_t operand, std::size_t first) {
  return operand >= first && call.operands[operand].shape == CostedOperand::Shape::reg &&
         call.operands[operand].implicit;
}

} // namespace

std::optional<CallCost> table_cost(const FormCosts &costs, const KernelCall &call, bool is_linked) {
  if (call.status == CallStatus::followed || call.callee.empty() || costs.calls() == nullptr ||
      costs.model().core().in_order.value)
    return std::nullopt;
  const bool is_of_user = is_in_input(call.status) && !is_linked;
  return costs.calls()->find(call.callee, call.bytes, is_of_user ? CallCosts::Tables::of_user : CallCosts::Tables::all);
}

Kernel with_call_operands(const Kernel &kernel, const FormCosts &costs) {
  Kernel made = kernel;
  for (KernelCall &call : made.calls) {
    const bool is_linked = kernel.place.is_final();
    std::optional<CallCost> cost = table_cost(costs, call, is_linked);
    if (cost)
      call.bytes = bytes_of(kernel, call, *cost->entry);
    if (call.bytes)
      cost = table_cost(costs, call, is_linked);
    if (!cost && call.bytes)
      call.status = CallStatus::too_long;
    if (!cost)
      continue;
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
    const Cycles latency = result_latency(*found);
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
