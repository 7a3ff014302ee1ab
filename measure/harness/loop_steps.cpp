#include "measure/harness/loop_steps.h"

#include <algorithm>
#include <string>
#include <vector>

namespace osaca::measure {
namespace {

constexpr std::array<std::array<std::string_view, 5>, 8> low_registers = {{{"rax", "eax", "ax", "al", "ah"},
                                                                           {"rcx", "ecx", "cx", "cl", "ch"},
                                                                           {"rdx", "edx", "dx", "dl", "dh"},
                                                                           {"rbx", "ebx", "bx", "bl", "bh"},
                                                                           {"rsp", "esp", "sp", "spl", ""},
                                                                           {"rbp", "ebp", "bp", "bpl", ""},
                                                                           {"rsi", "esi", "si", "sil", ""},
                                                                           {"rdi", "edi", "di", "dil", ""}}};

std::optional<std::size_t> register_of(const Operand &operand) {
  const Register *reg = as_register(operand);
  return reg == nullptr ? std::nullopt : general_index(reg->name);
}

std::optional<std::int64_t> constant_of(const Instruction &instruction) {
  for (const Operand &operand : instruction.operands)
    if (const auto *constant = std::get_if<ImmediateOperand>(&operand.value); constant && constant->symbol.empty())
      return constant->value;
  return std::nullopt;
}

bool is_of(const Instruction &instruction, std::string_view operation) {
  return instruction.opcode.starts_with(operation) && (instruction.opcode.substr(operation.size()).starts_with("64") ||
                                                       instruction.opcode.substr(operation.size()).starts_with("32"));
}

/// A power of two, no more than a cache line.
std::int64_t element_of(std::int64_t bytes) {
  constexpr std::int64_t largest = 64;
  std::int64_t element = 1;
  while (element < std::min(bytes, largest))
    element *= 2;
  return element;
}

/// If the base in the text is a small number, the index register is the pointer.
bool is_base_an_index(const MemoryOperand &memory, const RegisterUses &uses) {
  const auto base = memory.base ? general_index(memory.base->name) : std::nullopt;
  const auto index = memory.index ? general_index(memory.index->name) : std::nullopt;
  return base && index && memory.scale == 1 && uses[*base].is_narrow && !uses[*index].is_changed;
}

void note_address(const Operand &operand, RegisterUses &uses) {
  const MemoryOperand *written = as_memory(operand);
  if (written == nullptr)
    return;
  MemoryOperand exchanged = *written;
  if (is_base_an_index(*written, uses))
    std::swap(exchanged.base, exchanged.index);
  const MemoryOperand *memory = &exchanged;
  if (memory->base)
    if (const auto base = general_index(memory->base->name)) {
      RegisterUse &use = uses[*base];
      const std::int64_t end = memory->displacement + std::max(memory->width_bytes, 1);
      use.lowest_offset = use.is_base ? std::min(use.lowest_offset, memory->displacement) : memory->displacement;
      use.highest_offset = use.is_base ? std::max(use.highest_offset, end) : end;
      use.is_base = true;
    }
  if (memory->index)
    if (const auto index = general_index(memory->index->name)) {
      uses[*index].is_index = true;
      uses[*index].largest_scale = std::max<std::int64_t>(uses[*index].largest_scale, memory->scale);
      uses[*index].element = std::max(uses[*index].element, element_of(memory->width_bytes / memory->scale));
    }
}

} // namespace

std::optional<std::size_t> general_index(std::string_view name) {
  for (std::size_t i = 0; i < low_registers.size(); ++i)
    if (!name.empty() && std::ranges::find(low_registers[i], name) != low_registers[i].end())
      return i;
  if (name.size() < 2 || name[0] != 'r' || name[1] < '1' || name[1] > '9')
    return std::nullopt;
  std::size_t number = 0;
  std::size_t at = 1;
  for (; at < name.size() && name[at] >= '0' && name[at] <= '9' && at < 3; ++at)
    number = 10 * number + static_cast<std::size_t>(name[at] - '0');
  const std::string_view rest = name.substr(at);
  const bool known = rest.empty() || rest == "d" || rest == "w" || rest == "b";
  return known && number >= 8 && number <= 15 ? std::optional(number) : std::nullopt;
}

bool is_counting_jump(const Instruction &instruction) { return instruction.opcode == "LOOP"; }

bool tests_counter(const Instruction &instruction) {
  return instruction.opcode == "JRCXZ" || instruction.opcode == "JECXZ";
}

std::optional<std::int64_t> step_of(const Instruction &instruction, std::size_t reg) {
  // All operands are searched, since the forms for the accumulator have it as an implicit one.
  const bool writes = std::ranges::any_of(
      instruction.operands, [reg](const Operand &operand) { return operand.written && register_of(operand) == reg; });
  if (is_counting_jump(instruction) && reg == *general_index("rcx"))
    return -1; // whether or not the decoder lists it as an operand
  if (!writes || instruction.loads)
    return std::nullopt;
  const std::optional<std::int64_t> constant = constant_of(instruction);
  if (is_of(instruction, "INC"))
    return 1;
  if (is_of(instruction, "DEC"))
    return -1;
  if (is_of(instruction, "ADD") && constant)
    return *constant;
  if (is_of(instruction, "SUB") && constant)
    return -*constant;
  if (is_of(instruction, "LEA")) {
    // The decoder lists the address of lea as plain sources: here one register and a constant.
    int sources = 0;
    bool only_itself = true;
    for (const Operand &operand : instruction.operands)
      if (operand.read && as_register(operand) != nullptr) {
        ++sources;
        only_itself = only_itself && register_of(operand) == reg;
      }
    if (sources == 1 && only_itself)
      return constant;
  }
  return std::nullopt;
}

namespace {

bool writes_register(const Instruction &instruction, std::size_t reg) {
  return std::ranges::any_of(instruction.operands,
                             [reg](const Operand &operand) { return operand.written && register_of(operand) == reg; });
}

/// Records the use of rcx, which the decoder may leave out of a counting jump's operands.
void note_count(const Instruction &instruction, RegisterUses &uses) {
  const std::size_t counter = *general_index("rcx");
  if (!is_counting_jump(instruction) || writes_register(instruction, counter))
    return;
  uses[counter].is_changed = true;
  uses[counter].step += *step_of(instruction, counter);
}

/// The uses of registers, without regard to how addresses are computed.
RegisterUses direct_uses(const Kernel &kernel) {
  RegisterUses uses;
  for (const Instruction &instruction : kernel.instructions)
    note_count(instruction, uses);
  for (const Instruction &instruction : kernel.instructions)
    for (const Operand &operand : instruction.operands) {
      const auto reg = register_of(operand);
      if (!reg || !operand.written)
        continue;
      RegisterUse &use = uses[*reg];
      const std::optional<std::int64_t> step = step_of(instruction, *reg);
      use.is_changed = true;
      use.is_stepped = use.is_stepped && step.has_value();
      use.is_loaded = use.is_loaded || instruction.loads;
      // An operation of 32 bits clears the rest of its register.
      use.is_narrow =
          use.is_narrow || (instruction.loads && !instruction.loads_pointer) || as_register(operand)->width_bits < 64;
      use.is_set_anew = use.is_set_anew || !operand.read;
      use.step += step.value_or(0);
    }
  for (const Instruction &instruction : kernel.instructions)
    for (const Operand &operand : instruction.operands)
      if (!instruction.opcode.starts_with("LEA"))
        note_address(operand, uses);
  return uses;
}

/// The general registers from which an instruction without memory access computes its result, and the result's
/// register.
struct RegisterResult {
  std::size_t target = 0;
  std::vector<std::size_t> sources; ///< without the target
  bool keeps_target = false;        ///< the target is one of the sources
};

std::optional<RegisterResult> general_result_of(const Instruction &instruction) {
  const bool is_known = instruction.opcode.starts_with("LEA64") || instruction.opcode == "MOV64rr" ||
                        instruction.opcode == "ADD64rr" || instruction.opcode == "SUB64rr";
  std::optional<RegisterResult> result;
  if (!is_known)
    return result;
  for (const Operand &operand : instruction.operands)
    if (const auto reg = register_of(operand); reg && operand.written) {
      result.emplace();
      result->target = *reg;
      break;
    }
  for (const Operand &operand : instruction.operands)
    if (const auto reg = register_of(operand); result && reg && operand.read) {
      if (*reg == result->target)
        result->keeps_target = true;
      else
        result->sources.push_back(*reg);
    }
  return result;
}

/// Which of two registers whose sum is an address is the pointer: the one that does not change, if the other counts.
std::size_t pointer_among(const std::vector<std::size_t> &sources, const RegisterUses &uses) {
  for (const std::size_t source : sources)
    if (uses[source].is_base)
      return source;
  for (const std::size_t source : sources)
    if (!uses[source].is_changed)
      return source;
  return sources.front();
}

void pass_roles_on(const Instruction &instruction, RegisterUses &uses) {
  const std::optional<RegisterResult> result = general_result_of(instruction);
  if (!result || result->sources.empty())
    return;
  const RegisterUse &target = uses[result->target];
  // A distance that is computed in each iteration is added to a pointer.
  const bool is_distance = result->keeps_target && target.is_set_anew && !uses[result->sources.front()].is_changed;
  if (result->keeps_target && !is_distance)
    return;
  const std::size_t pointer = pointer_among(result->sources, uses);
  for (const std::size_t source : result->sources) {
    RegisterUse &use = uses[source];
    if (target.is_base && source == pointer) {
      use.lowest_offset = use.is_base ? std::min(use.lowest_offset, target.lowest_offset) : target.lowest_offset;
      use.highest_offset = use.is_base ? std::max(use.highest_offset, target.highest_offset) : target.highest_offset;
      use.is_base = true;
    } else if (target.is_base || target.is_index) {
      use.is_index = true;
    }
  }
}

void note_added_register(const Instruction &instruction, RegisterUses &uses) {
  const std::optional<RegisterResult> result = general_result_of(instruction);
  if (!result || result->sources.size() != 1 || !result->keeps_target)
    return;
  RegisterUse &target = uses[result->target];
  RegisterUse &added = uses[result->sources.front()];
  if (added.is_changed || added.is_base || (!target.is_base && !target.is_index))
    return;
  const std::int64_t element = target.is_base ? element_of(target.accessed_bytes()) : target.element;
  added.natural_value = std::max(added.natural_value, element);
  target.added_per_iteration += element;
}

} // namespace

RegisterUses register_uses(const Kernel &kernel) {
  RegisterUses uses = direct_uses(kernel);
  // Roles propagate backwards, from an address to its sources; as many rounds as there are registers are enough.
  for (std::size_t round = 0; round < uses.size(); ++round)
    for (const Instruction &instruction : kernel.instructions)
      pass_roles_on(instruction, uses);
  for (const Instruction &instruction : kernel.instructions)
    note_added_register(instruction, uses);
  return uses;
}

} // namespace osaca::measure
