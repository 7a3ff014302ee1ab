#include "analysis/findings/stack_values.h"

#include <algorithm>
#include <map>
#include <set>

namespace osaca {
namespace {

struct Slot {
  std::vector<int> writers; // ascending
  std::vector<int> readers;
};

bool is_stack_slot(const Operand &operand) {
  const MemoryOperand *memory = as_memory(operand);
  return memory && memory->base && memory->base->kind == RegisterKind::stack_pointer && !memory->index &&
         memory->symbol.empty();
}

/// By displacement.
std::map<std::int64_t, Slot> slots_of(const Kernel &code) {
  std::map<std::int64_t, Slot> slots;
  for (std::size_t i = 0; i < code.instructions.size(); ++i)
    for (const Operand &operand : code.instructions[i].operands)
      if (!operand.implicit && (operand.written || operand.read) && is_stack_slot(operand)) {
        Slot &slot = slots[as_memory(operand)->displacement];
        if (operand.written)
          slot.writers.push_back(static_cast<int>(i));
        if (operand.read)
          slot.readers.push_back(static_cast<int>(i));
      }
  return slots;
}

/// Whether x87 loads what other instructions store, or the other way round: there is no other way between these
/// registers.
bool changes_registers(const KernelFacts &facts, const Slot &slot) {
  const auto is_x87 = [&](int i) { return instruction_at(facts, i).register_stack.has_value(); };
  return std::ranges::all_of(slot.writers, is_x87) != std::ranges::all_of(slot.readers, is_x87);
}

/// The one that wrote what the reader finds: of this iteration, else the last of the one before.
int writer_for(const Slot &slot, int reader) {
  const auto behind = std::lower_bound(slot.writers.begin(), slot.writers.end(), reader);
  return behind == slot.writers.begin() ? slot.writers.back() : *std::prev(behind);
}

bool only_moves(const Instruction &instruction) { return !instruction.loads || !instruction.stores; }

} // namespace

bool is_call_between(const KernelFacts &facts, int from, int to) {
  const int count = static_cast<int>(facts.code.instructions.size());
  for (int i = (from + 1) % count; i != to; i = (i + 1) % count)
    if (instruction_at(facts, i).is_call)
      return true;
  return false;
}

StackValues stack_values(const KernelFacts &facts) {
  std::set<int> spills;
  std::set<int> around_calls;
  for (const auto &[displacement, slot] : slots_of(facts.code)) {
    // An instruction that works on its own slot keeps a variable there, and what one kind of register stores for
    // another to load only changes places: those are no spills.
    if (slot.writers.empty() || slot.readers.empty() || changes_registers(facts, slot) ||
        (slot.writers == slot.readers && slot.writers.size() == 1))
      continue;
    // One value that has to wait for a call has its slot for that, also where it is loaded before.
    const bool is_for_calls = std::ranges::any_of(slot.readers, [&](int reader) {
      const int writer = writer_for(slot, reader);
      return only_moves(instruction_at(facts, writer)) && is_call_between(facts, writer, reader);
    });
    std::set<int> &users = is_for_calls ? around_calls : spills;
    users.insert(slot.writers.begin(), slot.writers.end());
    users.insert(slot.readers.begin(), slot.readers.end());
  }
  for (const int i : spills)
    around_calls.erase(i);
  return {{spills.begin(), spills.end()}, {around_calls.begin(), around_calls.end()}};
}

} // namespace osaca
