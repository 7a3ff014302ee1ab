#include "analysis/findings/advice.h"
#include "analysis/findings/findings.h"
#include "analysis/findings/operation_table.h"
#include "base/index.h"

#include <algorithm>
#include <map>

namespace osaca {
namespace {

int count(const KernelFacts &facts) { return static_cast<int>(facts.code.instructions.size()); }

/// Whether the loop is bound by a chain that vectors would not shorten: of no floating-point operation (a list's
/// pointers, a state machine), or a recurrence. A reduction can be done in any order.
bool waits_for_a_chain(const KernelFacts &facts) {
  return facts.report.bound_by == BoundKind::loop_carried && !facts.report.loop_carried.empty() &&
         !is_reduction(facts, facts.report.loop_carried.front());
}

void find_scalar_code(const KernelFacts &facts, std::vector<Finding> &findings) {
  // What handles the elements that fill no vector, or runs where pointers overlap, is scalar by design.
  if (facts.code.role.is_beside_the_work())
    return;
  std::vector<int> scalar;
  for (int i = 0; i < count(facts); ++i) {
    if (is_packed_arithmetic(instruction_at(facts, i).opcode))
      return;
    if (has_packed_form(instruction_at(facts, i).opcode))
      scalar.push_back(i);
  }
  if (scalar.empty() || waits_for_a_chain(facts))
    return;
  findings.push_back(make_finding(facts, "osaca-scalar-code", ScalarArithmetic{mnemonics(facts, scalar)}, scalar));
}

void find_calls(const KernelFacts &facts, std::vector<Finding> &findings) {
  for (int i = 0; i < count(facts); ++i)
    if (instruction_at(facts, i).is_call) {
      std::string callee = instruction_at(facts, i).branch_target;
      for (const Operand &operand : instruction_at(facts, i).operands)
        if (const auto *label = std::get_if<LabelOperand>(&operand.value); label && callee.empty())
          callee = label->label;
      const CallMade::Advice advice = advice_on_call(callee);
      findings.push_back(make_finding(facts, "osaca-call", CallMade{std::move(callee), advice}, {i}));
      return;
    }
}

void find_register_stack(const KernelFacts &facts, std::vector<Finding> &findings) {
  std::vector<int> users;
  for (int i = 0; i < count(facts); ++i)
    if (instruction_at(facts, i).register_stack)
      users.push_back(i);
  if (users.empty())
    return;
  findings.push_back(make_finding(facts, "osaca-x87-stack",
                                  RegisterStackUsed{mnemonics(facts, users), facts.kernel.follows_register_stack},
                                  users));
}

bool is_stack_slot(const Operand &operand) {
  const MemoryOperand *memory = as_memory(operand);
  return memory && memory->base && memory->base->kind == RegisterKind::stack_pointer && !memory->index &&
         memory->symbol.empty();
}

/// Whether x87 loads what other instructions store, or the other way round: there is no other way between these registers.
bool changes_registers(const KernelFacts &facts, const std::vector<int> &writers, const std::vector<int> &readers) {
  const auto is_x87 = [&](int i) { return instruction_at(facts, i).register_stack.has_value(); };
  return std::all_of(writers.begin(), writers.end(), is_x87) != std::all_of(readers.begin(), readers.end(), is_x87);
}

void find_spills(const KernelFacts &facts, std::vector<Finding> &findings) {
  struct Slot {
    std::vector<int> writers;
    std::vector<int> readers;
  };
  std::map<std::int64_t, Slot> slots; // by displacement
  for (int i = 0; i < count(facts); ++i)
    for (const Operand &operand : instruction_at(facts, i).operands)
      if (!operand.implicit && (operand.written || operand.read) && is_stack_slot(operand)) {
        Slot &slot = slots[as_memory(operand)->displacement];
        if (operand.written)
          slot.writers.push_back(i);
        if (operand.read)
          slot.readers.push_back(i);
      }
  std::vector<int> involved;
  for (const auto &[displacement, slot] : slots) {
    // An instruction that works on its own slot keeps a variable there, and what one kind of register stores for another to
    // load only changes places: those are no spills.
    if (changes_registers(facts, slot.writers, slot.readers))
      continue;
    if (slot.writers.empty() || slot.readers.empty() || (slot.writers == slot.readers && slot.writers.size() == 1))
      continue;
    involved.insert(involved.end(), slot.writers.begin(), slot.writers.end());
    involved.insert(involved.end(), slot.readers.begin(), slot.readers.end());
  }
  if (involved.empty())
    return;
  std::sort(involved.begin(), involved.end());
  involved.erase(std::unique(involved.begin(), involved.end()), involved.end());
  findings.push_back(make_finding(facts, "osaca-stack-spill", Spills{}, involved));
}

} // namespace

void find_code(const KernelFacts &facts, std::vector<Finding> &findings) {
  find_scalar_code(facts, findings);
  find_fusion(facts, findings);
  find_spills(facts, findings);
}

void find_gaps(const KernelFacts &facts, bool ignore_unknown, std::vector<Finding> &findings) {
  find_calls(facts, findings);
  find_register_stack(facts, findings);
  if (ignore_unknown)
    return;
  std::vector<int> unknown;
  for (int i = 0; i < count(facts); ++i)
    if (facts.kernel.instructions[at(i)].costed->unknown)
      unknown.push_back(i);
  if (!unknown.empty())
    findings.push_back(make_finding(facts, "osaca-unknown-instruction",
                                    FiguresMissing{mnemonics(facts, unknown), facts.report.arch}, unknown));
}

} // namespace osaca
