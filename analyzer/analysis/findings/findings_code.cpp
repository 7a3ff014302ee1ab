#include "analysis/findings/advice.h"
#include "analysis/findings/by_options.h"
#include "analysis/findings/findings.h"
#include "analysis/findings/operation_table.h"
#include "analysis/findings/stack_values.h"
#include "base/index.h"

#include <algorithm>

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
  const bool is_sum = facts.report.bound_by == BoundKind::loop_carried && !facts.report.loop_carried.empty();
  findings.push_back(make_finding(facts, "osaca-scalar-code",
                                  ScalarArithmetic{.mnemonics = mnemonics(facts, scalar),
                                                   .is_reduction = is_sum,
                                                   .vectors = needed_for_vectors(facts.code),
                                                   .options = facts.code.options},
                                  scalar));
}

void find_calls(const KernelFacts &facts, std::vector<Finding> &findings) {
  for (int i = 0; i < count(facts); ++i)
    if (instruction_at(facts, i).is_call) {
      std::string callee = instruction_at(facts, i).branch_target;
      for (const Operand &operand : instruction_at(facts, i).operands)
        if (const auto *label = std::get_if<LabelOperand>(&operand.value); label && callee.empty())
          callee = label->label;
      const CallMade::Advice advice = advice_on_call(callee);
      const int saves = static_cast<int>(stack_values(facts).around_calls.size());
      findings.push_back(make_finding(facts, "osaca-call", CallMade{std::move(callee), advice, saves, facts.code.options}, {i}));
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

void find_spills(const KernelFacts &facts, std::vector<Finding> &findings) {
  StackValues values = stack_values(facts);
  if (!values.spills.empty())
    findings.push_back(make_finding(facts, "osaca-stack-spill", Spills{}, std::move(values.spills)));
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
  const auto repeated = std::count_if(unknown.begin(), unknown.end(),
                                      [&](int i) { return facts.kernel.instructions[at(i)].costed->repeats; });
  if (!unknown.empty())
    findings.push_back(make_finding(
        facts, "osaca-unknown-instruction",
        FiguresMissing{mnemonics(facts, unknown), facts.report.arch, 0, static_cast<int>(repeated)}, unknown));
}

} // namespace osaca
