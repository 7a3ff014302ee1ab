#include "measure/harness/loop_lists.h"

#include <algorithm>
#include <array>
#include <optional>

namespace osaca::measure {
namespace {

constexpr std::int64_t bytes_of_line = 64;

/// A load of an address through another one.
struct PointerLoad {
  std::size_t base = 0;
  std::size_t target = 0;
  std::int64_t offset = 0;
};

std::optional<std::size_t> written_register(const Instruction &instruction) {
  for (const Operand &operand : instruction.operands)
    if (const Register *reg = as_register(operand); reg != nullptr && operand.written && general_index(reg->name))
      return general_index(reg->name);
  return std::nullopt;
}

std::optional<std::size_t> read_register(const Instruction &instruction) {
  for (const Operand &operand : instruction.operands)
    if (const Register *reg = as_register(operand); reg != nullptr && operand.read && general_index(reg->name))
      return general_index(reg->name);
  return std::nullopt;
}

std::optional<PointerLoad> pointer_load(const Instruction &instruction, const RegisterUses &uses) {
  const std::optional<std::size_t> target = written_register(instruction);
  if (!instruction.loads || !instruction.loads_pointer || !target)
    return std::nullopt;
  for (const Operand &operand : instruction.operands)
    if (const MemoryOperand *memory = as_memory(operand);
        memory != nullptr && operand.read && memory->base && !memory->index)
      if (const auto base = general_index(memory->base->name);
          base && uses[*base].is_changed && !uses[*base].is_stepped)
        return PointerLoad{*base, *target, memory->displacement};
  return std::nullopt;
}

/// Registers between which addresses of nodes pass, by a load or by a move: a number for each such group.
class Groups {
public:
  Groups() {
    for (std::size_t i = 0; i < group_.size(); ++i)
      group_[i] = i;
  }
  void join(std::size_t one, std::size_t other) {
    const std::size_t kept = group_[one];
    const std::size_t given_up = group_[other];
    std::ranges::replace(group_, given_up, kept);
  }
  [[nodiscard]] bool are_one(std::size_t one, std::size_t other) const { return group_[one] == group_[other]; }

private:
  std::array<std::size_t, 16> group_{};
};

/// Whether an iteration reads the register before it writes it.
bool is_read_first(const Kernel &loop, std::size_t reg) {
  for (const Instruction &instruction : loop.instructions) {
    for (const Operand &operand : instruction.operands) {
      const Register *plain = as_register(operand);
      const MemoryOperand *memory = as_memory(operand);
      const bool reads = (plain != nullptr && operand.read && general_index(plain->name) == reg) ||
                         (memory != nullptr && memory->base && general_index(memory->base->name) == reg);
      if (reads)
        return true;
    }
    if (written_register(instruction) == reg)
      return false;
  }
  return false;
}

bool tests_for_zero(const Kernel &loop, const ListWalk &list) {
  const Instruction &jump = loop.instructions.back();
  if (loop.instructions.size() < 2 || (jump.mnemonic != "jne" && jump.mnemonic != "jnz"))
    return false;
  for (std::size_t i = loop.instructions.size() - 1; i-- > 0;) {
    const Instruction &test = loop.instructions[i];
    if (test.opcode != "TEST64rr")
      continue;
    const std::optional<std::size_t> tested = read_register(test);
    return tested && std::ranges::find(list.registers, *tested) != list.registers.end();
  }
  return false;
}

void measure_node(const RegisterUses &uses, ListWalk &list) {
  std::int64_t end = list.next_offset + 8;
  for (const std::size_t reg : list.registers)
    if (uses[reg].is_base)
      end = std::max(end, uses[reg].highest_offset);
  while (list.node_bytes < end)
    list.node_bytes += bytes_of_line;
}

Expected<ListWalk> list_of(const Kernel &loop, const RegisterUses &uses, const Groups &groups,
                           const std::vector<PointerLoad> &loads, std::size_t first) {
  ListWalk list;
  list.next_offset = loads[first].offset;
  for (std::size_t reg = 0; reg < uses.size(); ++reg)
    if (groups.are_one(reg, loads[first].base))
      list.registers.push_back(reg);
  for (const PointerLoad &load : loads)
    if (groups.are_one(load.base, loads[first].base)) {
      if (load.offset != list.next_offset || load.offset < 0 || load.offset % 8 != 0)
        return Error{"its nodes lead to several others"};
      ++list.nodes_per_iteration;
    }
  for (const std::size_t reg : list.registers) {
    if (uses[reg].is_base && uses[reg].lowest_offset < 0)
      return Error{"it reaches before the beginning of a node"};
    if (is_read_first(loop, reg))
      list.starts.push_back(reg);
  }
  list.ends_with_zero = tests_for_zero(loop, list);
  measure_node(uses, list);
  return list;
}

} // namespace

Expected<std::vector<ListWalk>> lists_of(const Kernel &loop, const RegisterUses &uses) {
  std::vector<PointerLoad> loads;
  Groups groups;
  for (const Instruction &instruction : loop.instructions) {
    const std::optional<PointerLoad> load = pointer_load(instruction, uses);
    if (load && uses[load->target].is_changed) {
      loads.push_back(*load);
      groups.join(load->base, load->target);
    }
  }
  for (const Instruction &instruction : loop.instructions)
    if (const auto from = read_register(instruction), into = written_register(instruction);
        instruction.opcode == "MOV64rr" && from && into)
      for (const PointerLoad &load : loads)
        if (groups.are_one(load.base, *into))
          groups.join(load.base, *from);
  std::vector<ListWalk> lists;
  std::vector<bool> is_done(loads.size());
  for (std::size_t i = 0; i < loads.size(); ++i) {
    if (is_done[i])
      continue;
    for (std::size_t j = i; j < loads.size(); ++j)
      is_done[j] = is_done[j] || groups.are_one(loads[i].base, loads[j].base);
    const Expected<ListWalk> list = list_of(loop, uses, groups, loads, i);
    if (!list)
      return list.error();
    lists.push_back(*list);
  }
  return lists;
}

} // namespace osaca::measure
