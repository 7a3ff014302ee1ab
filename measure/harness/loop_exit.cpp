#include "base/format.h"
#include "measure/harness/loop_setup.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::measure {
namespace {

using Condition = LoopExit::Condition;

std::optional<Condition> condition_of(const Instruction &jump) {
  static const std::map<std::string, Condition, std::less<>> by_name = {{"jne", Condition::not_equal},
                                                                        {"jnz", Condition::not_equal},
                                                                        {"jl", Condition::less},
                                                                        {"jb", Condition::less},
                                                                        {"jc", Condition::less},
                                                                        {"jle", Condition::less_or_equal},
                                                                        {"jbe", Condition::less_or_equal},
                                                                        {"jg", Condition::greater},
                                                                        {"ja", Condition::greater},
                                                                        {"jge", Condition::greater_or_equal},
                                                                        {"jae", Condition::greater_or_equal},
                                                                        {"jnc", Condition::greater_or_equal},
                                                                        {"jnge", Condition::less},
                                                                        {"jnae", Condition::less},
                                                                        {"jng", Condition::less_or_equal},
                                                                        {"jna", Condition::less_or_equal},
                                                                        {"jnle", Condition::greater},
                                                                        {"jnbe", Condition::greater},
                                                                        {"jnl", Condition::greater_or_equal},
                                                                        {"jnb", Condition::greater_or_equal},
                                                                        {"js", Condition::less},
                                                                        {"jns", Condition::greater_or_equal}};
  const std::size_t begin = jump.text.find_first_not_of(" \t");
  if (begin == std::string::npos)
    return std::nullopt;
  const auto found = by_name.find(jump.text.substr(begin, jump.text.find_first_of(" \t", begin) - begin));
  return found == by_name.end() ? std::nullopt : std::optional(found->second);
}

Condition exchanged(Condition condition) {
  switch (condition) {
  case Condition::less: return Condition::greater;
  case Condition::less_or_equal: return Condition::greater_or_equal;
  case Condition::greater: return Condition::less;
  case Condition::greater_or_equal: return Condition::less_or_equal;
  case Condition::not_equal: break;
  }
  return condition;
}

bool holds(Condition condition, std::int64_t left, std::int64_t right) {
  switch (condition) {
  case Condition::not_equal: return left != right;
  case Condition::less: return left < right;
  case Condition::less_or_equal: return left <= right;
  case Condition::greater: return left > right;
  case Condition::greater_or_equal: return left >= right;
  }
  return false;
}

bool sets_flags(const Instruction &instruction) {
  for (const Operand &operand : instruction.operands)
    if (const Register *reg = as_register(operand);
        reg != nullptr && operand.written && reg->kind == RegisterKind::flag)
      return true;
  return false;
}

/// The first number in "CMP64ri32" is the width of the operands, the second one that of the constant.
bool operates_on_32_bits(const Instruction &test) {
  const std::size_t width = test.opcode.find_first_of("0123456789");
  return width != std::string::npos && test.opcode.substr(width).starts_with("32");
}

std::int64_t step_up_to(const Kernel &kernel, std::size_t reg, std::size_t instruction) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < instruction; ++i)
    sum += step_of(kernel.instructions[i], reg).value_or(0);
  return sum;
}

Error unknown(const std::string &why) { return Error{"cannot determine when the loop ends: " + why}; }

bool is_counter(const RegisterUses &uses, std::size_t reg) {
  return uses[reg].is_changed && uses[reg].is_stepped && uses[reg].step != 0;
}

bool is_invariant(const RegisterUses &uses, std::size_t reg) { return !uses[reg].is_changed; }

/// For `cmp` and `test`: the operands in the order of the subtraction.
Expected<LoopExit> from_comparison(const Instruction &test, Condition condition, const RegisterUses &uses) {
  std::vector<std::size_t> sides;
  std::optional<std::int64_t> constant;
  for (const Operand &operand : test.operands) {
    if (as_memory(operand) != nullptr)
      return unknown("it compares with a value in memory");
    const Register *reg = as_register(operand);
    const auto *value = std::get_if<ImmediateOperand>(&operand.value);
    if (reg != nullptr && general_index(reg->name))
      sides.push_back(*general_index(reg->name)); // the accumulator may be an implicit operand
    else if (value != nullptr && value->symbol.empty())
      constant = value->value;
  }
  LoopExit exit;
  exit.condition = condition;
  if (test.opcode.starts_with("TEST")) {
    if (sides.size() != 2 || sides[0] != sides[1])
      return unknown("it tests single bits");
    constant = 0;
    sides.pop_back();
  }
  if (sides.size() == 1 && constant && is_counter(uses, sides[0])) {
    exit.counter = sides[0];
    exit.limit = *constant;
    return exit;
  }
  if (sides.size() == 2 && is_counter(uses, sides[0]) && is_invariant(uses, sides[1])) {
    exit.counter = sides[0];
    exit.limit_register = sides[1];
    return exit;
  }
  if (sides.size() == 2 && is_counter(uses, sides[1]) && is_invariant(uses, sides[0])) {
    exit.counter = sides[1];
    exit.limit_register = sides[0];
    exit.condition = exchanged(condition);
    return exit;
  }
  return unknown("it does not compare a counter with an unchanged value");
}

/// For `loop`, which decrements rcx and continues while it is not zero.
Expected<LoopExit> from_counting_jump(const Kernel &kernel, const RegisterUses &uses) {
  LoopExit exit;
  exit.counter = *general_index("rcx");
  if (!is_counter(uses, exit.counter))
    return unknown("the counter of its last jump is also changed elsewhere");
  exit.step = uses[exit.counter].step;
  exit.step_before_test = step_up_to(kernel, exit.counter, kernel.instructions.size());
  return exit;
}

} // namespace

Expected<LoopExit> find_exit(const Kernel &kernel, const RegisterUses &uses) {
  if (kernel.instructions.size() < 2 || !kernel.instructions.back().is_conditional)
    return unknown("it does not end with a conditional jump");
  if (is_counting_jump(kernel.instructions.back()))
    return from_counting_jump(kernel, uses);
  const std::optional<Condition> condition = condition_of(kernel.instructions.back());
  if (!condition)
    return unknown("the condition of its last jump is not supported");
  for (std::size_t i = kernel.instructions.size() - 1; i-- > 0;) {
    const Instruction &test = kernel.instructions[i];
    if (test.is_branch || test.is_call)
      return unknown("it contains other jumps or calls");
    if (!sets_flags(test))
      continue;
    const bool compares = test.opcode.starts_with("CMP") || test.opcode.starts_with("TEST");
    LoopExit exit;
    if (compares) {
      OSACA_TRY(const LoopExit found, from_comparison(test, *condition, uses));
      exit = found;
    } else {
      std::optional<std::size_t> counter;
      for (const Operand &operand : test.operands)
        if (const Register *reg = as_register(operand); reg != nullptr && operand.written && !counter)
          counter = general_index(reg->name);
      if (!counter || !is_counter(uses, *counter) || !step_of(test, *counter))
        return unknown(format_text("its last jump uses the flags of '{}'", test.mnemonic));
      exit.counter = *counter;
      exit.condition = *condition;
    }
    exit.step = uses[exit.counter].step;
    exit.step_before_test = step_up_to(kernel, exit.counter, i + 1);
    exit.is_32_bit = operates_on_32_bits(test);
    return exit;
  }
  return unknown("no instruction in it sets the flags");
}

bool solve(const LoopExit &exit, int iterations, GeneralRegisters &start) {
  const bool goes_on_when_equal =
      exit.condition == Condition::less_or_equal || exit.condition == Condition::greater_or_equal;
  // The limit is the tested value of the last iteration or of the one before.
  const std::int64_t progress = exit.step_before_test + (iterations - 1 - (goes_on_when_equal ? 1 : 0)) * exit.step;
  if (exit.limit_register)
    start[*exit.limit_register] = start[exit.counter] + static_cast<std::uint64_t>(progress);
  else
    start[exit.counter] = static_cast<std::uint64_t>(exit.limit - progress);
  const auto narrowed = [&exit](std::uint64_t value) {
    return exit.is_32_bit ? static_cast<std::int64_t>(static_cast<std::int32_t>(value))
                          : static_cast<std::int64_t>(value);
  };
  if (exit.is_32_bit)
    start[exit.counter] &= 0xffffffffU;
  const std::int64_t limit =
      exit.limit_register ? narrowed(start[*exit.limit_register]) : narrowed(static_cast<std::uint64_t>(exit.limit));
  for (int i = 0; i < iterations; ++i) {
    const auto offset = static_cast<std::uint64_t>(exit.step_before_test + i * exit.step);
    if (holds(exit.condition, narrowed(start[exit.counter] + offset), limit) != (i + 1 < iterations))
      return false;
  }
  return true;
}

} // namespace osaca::measure
