#include "measure/harness/exit_causes.h"

#include "measure/harness/loop_memory.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr std::size_t most_loads = 6;

bool writes_flags(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && operand.written && reg->kind == RegisterKind::flag;
  });
}

bool holds_data(const Register &reg) {
  return reg.kind == RegisterKind::vector || reg.kind == RegisterKind::mask || general_index(reg.name).has_value();
}

bool is_written(const Kernel &loop, const Register &reg) {
  return std::ranges::any_of(loop.instructions, [&reg](const Instruction &instruction) {
    return std::ranges::any_of(instruction.operands, [&reg](const Operand &operand) {
      const Register *written = as_register(operand);
      return written != nullptr && operand.written && written->overlaps(reg);
    });
  });
}

/// Backwards from the test to the beginning of the iteration.
class Slice {
public:
  explicit Slice(ExitCauses &causes) : causes_(causes) {}

  void take_sources(const Instruction &instruction, std::size_t position) {
    for (const Operand &operand : instruction.operands) {
      const Register *reg = as_register(operand);
      if (reg != nullptr && operand.read && holds_data(*reg))
        wanted_.push_back(*reg);
      const MemoryOperand *memory = as_memory(operand);
      if (memory != nullptr && operand.read && !memory->is_gather_scatter && memory->symbol.empty() &&
          !memory->segment && (memory->base || memory->index) && causes_.loads.size() < most_loads)
        causes_.loads.push_back({position, *memory});
    }
  }

  void take(const Register &reg) { wanted_.push_back(reg); }

  void pass(const Instruction &instruction, std::size_t position) {
    bool has_a_say = false;
    for (const Operand &operand : instruction.operands)
      if (const Register *reg = as_register(operand); reg != nullptr && operand.written && holds_data(*reg))
        has_a_say =
            std::erase_if(wanted_, [reg](const Register &wanted) { return wanted.overlaps(*reg); }) > 0 || has_a_say;
    if (has_a_say)
      take_sources(instruction, position);
  }

  void finish(const Kernel &loop, const RegisterUses &uses) {
    for (const Register &reg : wanted_)
      if (const auto number = vector_index(reg); number && !is_written(loop, reg))
        causes_.unchanged_vectors.push_back(*number);
      else if (const auto index = general_index(reg.name)) {
        std::vector<std::size_t> &list = uses[*index].is_changed ? causes_.carried : causes_.unchanged;
        if (std::ranges::find(list, *index) == list.end())
          list.push_back(*index);
      }
  }

private:
  ExitCauses &causes_;
  std::vector<Register> wanted_;
};

/// What the decoder may leave out of its operands.
ExitCauses causes_of_count(const Kernel &loop, std::size_t jump, const RegisterUses &uses) {
  constexpr std::size_t counter = 1;
  ExitCauses causes;
  causes.test = jump;
  causes.compared = {counter};
  causes.constant = 0;
  Slice slice(causes);
  for (std::size_t i = jump; i-- > 0;)
    for (const Operand &operand : loop.instructions[i].operands)
      if (const Register *reg = as_register(operand); reg != nullptr && general_index(reg->name) == counter) {
        slice.take(*reg);
        for (std::size_t k = i + 1; k-- > 0;)
          slice.pass(loop.instructions[k], k);
        slice.finish(loop, uses);
        return causes;
      }
  (uses[counter].is_changed ? causes.carried : causes.unchanged).push_back(counter);
  return causes;
}

} // namespace

std::optional<ExitCauses> causes_of(const Kernel &loop, std::size_t jump, const RegisterUses &uses) {
  if (looks_at_count(loop.instructions[jump]) || is_counting_jump(loop.instructions[jump]))
    return causes_of_count(loop, jump, uses);
  std::size_t test = jump;
  while (test > 0 && !writes_flags(loop.instructions[test - 1]))
    --test;
  if (test == 0)
    return std::nullopt;
  ExitCauses causes;
  causes.test = --test;
  for (const Operand &operand : loop.instructions[test].operands) {
    const Register *reg = as_register(operand);
    if (const auto index = reg != nullptr && operand.read ? general_index(reg->name) : std::nullopt)
      causes.compared.push_back(*index);
    if (const auto *constant = std::get_if<ImmediateOperand>(&operand.value); constant && constant->symbol.empty())
      causes.constant = constant->value;
  }
  Slice slice(causes);
  slice.take_sources(loop.instructions[test], test);
  for (std::size_t i = test; i-- > 0;)
    slice.pass(loop.instructions[i], i);
  slice.finish(loop, uses);
  return causes;
}

} // namespace osaca::measure
