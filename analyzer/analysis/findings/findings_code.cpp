#include "analysis/findings/findings.h"

#include "analysis/findings/advice.h"
#include "analysis/findings/operations.h"
#include "base/index.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace osaca {

namespace {

int count(const KernelFacts &facts) { return static_cast<int>(facts.code.instructions.size()); }

/// Whether the bound is a chain that vectors would not shorten: a chain without floating-point operations (pointers of
/// a list, a state machine) or a recurrence. A reduction can be done in any order.
bool waits_for_a_chain(const KernelFacts &facts) {
  return facts.report.bound_by == BoundKind::loop_carried && !facts.report.loop_carried.empty() &&
         !is_reduction(facts, limiting_chain(facts));
}

/// The lines of the conditional branches within an iteration, if the compiler names control flow as the obstacle. The
/// loop's own line is omitted, because the branch that ends a loop does not prevent vectors.
std::vector<SourceLocation> branches_in_the_way(const KernelFacts &facts, Vectors::Obstacle obstacle) {
  std::vector<SourceLocation> lines;
  if (obstacle != Vectors::Obstacle::control_flow)
    return lines;
  for (int i = 0; i + 1 < count(facts); ++i) {
    const Instruction &instruction = instruction_at(facts, i);
    SourceLocation place = shown_place(facts, instruction);
    place.column = 0;
    const bool is_of_loop = place.file == facts.report.source.file && place.line == facts.report.source.line;
    if (instruction.is_branch && !instruction.is_call && place.known() && place.line > 0 && !is_of_loop &&
        std::ranges::find(lines, place) == lines.end())
      lines.push_back(place);
  }
  return lines;
}

/// Compilers do not vectorise loops that call unknown functions. find_calls() has advice on the call.
bool has_unknown_call(const KernelFacts &facts) {
  return std::ranges::any_of(facts.kernel.instructions,
                             [](const PlacedInstruction &placed) { return placed.costed->is_unknown_call; });
}

ScalarArithmetic::WiderTarget wider_target(const KernelFacts &facts) {
  using Target = ScalarArithmetic::WiderTarget;
  constexpr int usual_bits = 128; // the width without -march=
  const MachineModel &model = facts.kernel.model;
  if (facts.code.options.widest_vector_bits.value_or(usual_bits) > usual_bits)
    return Target::none;
  if (model.data().isa == Isa::x86_64)
    return Target::native;
  return model.core().vector_length ? Target::architecture : Target::none;
}

/// If a root may have to set errno, compilers test its argument, and call the library for negative ones.
bool has_tested_roots(const KernelFacts &facts, const std::vector<int> &scalar) {
  return facts.code.options.sets_errno.value_or(false) && std::ranges::any_of(scalar, [&](int i) {
           return instruction_at(facts, i).mnemonic.find("sqrt") != std::string::npos;
         });
}

bool computes_product(const Instruction &instruction) {
  return std::ranges::any_of(std::array{"mul", "madd", "msub"},
                             [&](const char *part) { return instruction.mnemonic.find(part) != std::string::npos; });
}

/// Whether a branch tests for NaN what several multiplications compute, as in products of complex numbers, or the
/// compiler reports such numbers.
bool has_nan_checks(const KernelFacts &facts, const std::vector<int> &scalar) {
  constexpr int least_products = 4;
  const std::string &remark = facts.code.not_vectorised;
  if (facts.code.options.finite_only.value_or(false))
    return false;
  const auto products =
      std::ranges::count_if(scalar, [&](int i) { return computes_product(instruction_at(facts, i)); });
  const bool has_test = std::ranges::any_of(facts.code.instructions, [](const Instruction &instruction) {
    const std::string &name = instruction.mnemonic;
    return instruction.is_conditional && (name == "jp" || name == "b.vs" || name == "bvs");
  });
  return products >= least_products && (has_test || remark.find("complex") != std::string::npos);
}

void find_scalar_code(const KernelFacts &facts, Findings &findings) {
  // Remainders and versions for overlapping pointers are scalar by design. In a vector body, only a sum in the order of
  // the source is.
  if (facts.code.role.is_secondary() || facts.code.role.kind == LoopRole::Kind::vector_body ||
      !has_vectors(facts.kernel.model))
    return;
  std::vector<int> scalar;
  for (int i = 0; i < count(facts); ++i) {
    if (is_packed_arithmetic(instruction_at(facts, i).opcode))
      return;
    if (has_packed_form(instruction_at(facts, i).opcode))
      scalar.push_back(i);
  }
  if (scalar.empty() || waits_for_a_chain(facts) || has_unknown_call(facts))
    return;
  const bool has_roots = has_tested_roots(facts, scalar);
  const bool has_checks = has_nan_checks(facts, scalar);
  // The tests that compilers add to a loop leave it too. They are reported as such.
  const LoopEnd end = has_roots || has_checks ? LoopEnd() : end_of_loop(facts);
  if (end.on_data && !end.on_count)
    return;
  const bool is_sum = facts.report.bound_by == BoundKind::loop_carried && !facts.report.loop_carried.empty();
  Vectors vectors = needed_for_vectors(facts.code);
  if (end.on_data)
    vectors.need = Vectors::Need::blocks;
  std::vector<SourceLocation> branches = branches_in_the_way(facts, vectors.obstacle);
  findings.push_back(
      make_finding(facts, "osaca-scalar-code",
                   ScalarArithmetic{.mnemonics = mnemonics(facts, scalar),
                                    .branches = std::move(branches),
                                    .is_reduction = is_sum,
                                    .is_extremum = is_sum && is_extremum(facts, facts.report.loop_carried.front()),
                                    .vectors = std::move(vectors),
                                    .options = facts.code.options,
                                    .wider_target = wider_target(facts),
                                    .has_roots = has_roots,
                                    .has_nan_checks = has_checks},
                   scalar));
}

/// A vector variant of the called function helps only if nothing else prevents vectorisation.
bool may_have_vector_variants(const KernelFacts &facts) {
  const Kernel &code = facts.code;
  return code.isa != Isa::riscv64 && !code.encloses_loops && // glibc has none for RISC-V
         needed_for_vectors(code).obstacle == Vectors::Obstacle::unknown;
}

std::string callee_of_call(const Instruction &call) {
  std::string callee = call.branch_target;
  for (const Operand &operand : call.operands)
    if (const auto *label = std::get_if<LabelOperand>(&operand.value); label && callee.empty())
      callee = label->label;
  return callee;
}

/// Why a call was not followed.
CallStatus status_of_call(const Kernel &code, int instruction, const std::string &callee) {
  for (const KernelCall &call : code.calls)
    if (call.instruction == instruction)
      return call.status;
  return callee.empty() ? CallStatus::indirect : CallStatus::elsewhere;
}

CallMade::Advice advice_for(const KernelFacts &facts, const std::string &callee) {
  using Advice = CallMade::Advice;
  const Advice advice = advice_on_call(callee);
  // The options that this advice names are those of x86.
  const bool is_about_options =
      advice == Advice::rounding || advice == Advice::rounding_half_away || advice == Advice::fused;
  if (is_about_options && facts.code.isa != Isa::x86_64)
    return Advice::none;
  const bool is_of_no_use = advice == Advice::vector_variant && !may_have_vector_variants(facts);
  return is_of_no_use ? Advice::none : advice;
}

/// The function of known cost with the largest part of the prediction, if that is at least 5 %.
void find_followed_call(const KernelFacts &facts, Findings &findings) {
  const CalledFunction *most = nullptr;
  for (const CalledFunction &function : facts.report.calls)
    if (function.cycles && (most == nullptr || *most->cycles < *function.cycles))
      most = &function;
  if (most == nullptr || *most->cycles < facts.report.cycles_per_iteration * Cycles(1, 20))
    return;
  for (const KernelCall &call : facts.code.calls)
    if (call.caller < 0 && call.callee == most->name) {
      CallMade made{.callee = most->name,
                    .status = most->status,
                    .cycles = std::min(*most->busy_cycles(), facts.report.cycles_per_iteration),
                    .saved_cycles = *most->cycles,
                    .of_cycles = facts.report.cycles_per_iteration,
                    .options = facts.code.options};
      made.needs_recent_library = facts.code.isa == Isa::aarch64;
      if (most->status == CallStatus::measured) {
        made.advice = advice_for(facts, most->name);
        made.saves = static_cast<int>(stack_values(facts).around_calls.size());
      }
      findings.push_back(make_finding(facts, "osaca-call", std::move(made), {call.instruction}));
      return;
    }
}

void find_calls(const KernelFacts &facts, Findings &findings) {
  for (int i = 0; i < count(facts); ++i)
    if (facts.kernel.instructions[at(i)].costed->is_unknown_call) {
      CallMade made{.callee = callee_of_call(instruction_at(facts, i)), .options = facts.code.options};
      made.needs_recent_library = facts.code.isa == Isa::aarch64;
      made.status = status_of_call(facts.code, i, made.callee);
      // In a unit, a function that has the name of a library's function is the user's.
      const bool is_users = is_in_input(made.status) && !facts.code.place.is_final();
      made.advice = is_users ? CallMade::Advice::of_rule : advice_for(facts, made.callee);
      made.is_of_library = !is_users && is_of_library(made.callee);
      made.saves = static_cast<int>(stack_values(facts).around_calls.size());
      findings.push_back(make_finding(facts, "osaca-call", std::move(made), {i}));
      return;
    }
  find_followed_call(facts, findings);
}

void find_register_stack(const KernelFacts &facts, Findings &findings) {
  constexpr int extended_bytes = 10;
  const auto is_extended = [&](int i) {
    return std::ranges::any_of(instruction_at(facts, i).operands, [](const Operand &operand) {
      const MemoryOperand *memory = as_memory(operand);
      return memory != nullptr && memory->width_bytes == extended_bytes;
    });
  };
  std::vector<int> users;
  for (int i = 0; i < count(facts); ++i)
    if (instruction_at(facts, i).register_stack)
      users.push_back(i);
  if (users.empty())
    return;
  findings.push_back(make_finding(facts, "osaca-x87-stack",
                                  RegisterStackUsed{.mnemonics = mnemonics(facts, users),
                                                    .is_followed = facts.kernel.follows_register_stack,
                                                    .is_extended = std::ranges::any_of(users, is_extended)},
                                  users));
}

void find_spills(const KernelFacts &facts, Findings &findings) {
  StackValues values = stack_values(facts);
  if (!values.spills.empty())
    findings.push_back(make_finding(facts, "osaca-stack-spill", Spills{}, std::move(values.spills)));
}

} // namespace

void find_code(const KernelFacts &facts, Findings &findings) {
  find_scalar_code(facts, findings);
  find_elements(facts, findings);
  find_fusion(facts, findings);
  find_spills(facts, findings);
}

void find_gaps(const KernelFacts &facts, bool ignore_unknown, Findings &findings) {
  find_calls(facts, findings);
  find_register_stack(facts, findings);
  if (ignore_unknown)
    return;
  std::vector<int> unknown;
  for (int i = 0; i < count(facts); ++i)
    if (facts.kernel.instructions[at(i)].costed->unknown)
      unknown.push_back(i);
  const auto count_of = [&](bool CostedInstruction::*reason) {
    return static_cast<int>(
        std::ranges::count_if(unknown, [&](int i) { return (*facts.kernel.instructions[at(i)].costed).*reason; }));
  };
  if (!unknown.empty())
    findings.push_back(
        make_finding(facts, "osaca-unknown-instruction",
                     FiguresMissing{mnemonics(facts, unknown), facts.report.arch,
                                    count_of(&CostedInstruction::is_absent), count_of(&CostedInstruction::repeats)},
                     unknown));
}

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

/// By displacement. Callees have a stack frame of their own, so their instructions are ignored.
std::map<std::int64_t, Slot> slots_of(const Kernel &code) {
  std::map<std::int64_t, Slot> slots;
  std::vector<char> is_of_callee(code.instructions.size(), 0);
  for (const KernelCall &call : code.calls)
    std::fill(is_of_callee.begin() + std::min(call.instruction + 1, call.end), is_of_callee.begin() + call.end, 1);
  for (std::size_t i = 0; i < code.instructions.size(); ++i)
    for (const Operand &operand : code.instructions[i].operands)
      if (is_of_callee[i] == 0 && !operand.implicit && (operand.written || operand.read) && is_stack_slot(operand)) {
        Slot &slot = slots[as_memory(operand)->displacement];
        if (operand.written)
          slot.writers.push_back(static_cast<int>(i));
        if (operand.read)
          slot.readers.push_back(static_cast<int>(i));
      }
  return slots;
}

/// Whether x87 loads what other instructions store, or vice versa. There is no other path between these registers.
bool changes_registers(const KernelFacts &facts, const Slot &slot) {
  const auto is_x87 = [&](int i) { return instruction_at(facts, i).register_stack.has_value(); };
  return std::ranges::all_of(slot.writers, is_x87) != std::ranges::all_of(slot.readers, is_x87);
}

/// The instruction that wrote the value the reader finds: of this iteration, or else the last one of the previous
/// iteration.
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
    // Not spills: a variable that an instruction updates in its slot, and values that one kind of register stores for
    // another kind to load.
    if (slot.writers.empty() || slot.readers.empty() || changes_registers(facts, slot) ||
        (slot.writers == slot.readers && slot.writers.size() == 1))
      continue;
    // If one value has to be kept across a call, the slot is for calls, even if other loads come before the call.
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
