#include "model/idioms.h"

#include "base/name_matching.h"
#include "model/instruction_cost.h"

#include <algorithm>

namespace osaca {
namespace {

/// The explicit operands, grouped as the rules need them.
struct Sources {
  std::vector<const Register *> registers; ///< those that are read and hold a value (unlike xzr)
  bool is_written = false;                 ///< one of them, or a part of it, is written
  bool memory = false;
  bool displaced_memory = false;
  bool relative_memory = false;
  bool immediate = false;
  bool nonzero_immediate = false;
  bool adds = false; ///< x86 lea: the sum of the registers
};

Sources explicit_sources(const Instruction &instruction) {
  Sources sources;
  sources.adds = instruction.computes_address;
  for (const Operand &operand : instruction.operands) {
    if (operand.implicit)
      continue;
    if (const Register *reg = as_register(operand); reg && operand.read && !reg->units.empty())
      sources.registers.push_back(reg);
    if (const MemoryOperand *memory = as_memory(operand)) {
      sources.memory = true;
      sources.displaced_memory |= memory->displacement != 0 || !memory->symbol.empty();
      sources.relative_memory |= memory->base && memory->base->kind == RegisterKind::program_counter;
    }
    if (const auto *held = std::get_if<ImmediateOperand>(&operand.value)) {
      sources.immediate = true;
      sources.nonzero_immediate |= held->value != 0 || !held->symbol.empty();
    }
  }
  for (const Operand &operand : instruction.operands)
    if (const Register *reg = as_register(operand); reg && operand.written && !operand.implicit)
      sources.is_written |=
          std::ranges::any_of(sources.registers, [&](const Register *source) { return source->overlaps(*reg); });
  return sources;
}

bool all_the_same(const std::vector<const Register *> &registers) {
  return std::ranges::all_of(registers, [&](const Register *reg) {
    return reg->units == registers.front()->units && reg->width_bits == registers.front()->width_bits;
  });
}

bool operands_fit(const IdiomRule &rule, const Sources &sources) {
  switch (rule.kind) {
  case IdiomRule::Kind::nop: return true;
  case IdiomRule::Kind::move:
    return (sources.registers.size() == 1 || (!sources.adds && !sources.registers.empty())) &&
           all_the_same(sources.registers) && !sources.memory && !sources.nonzero_immediate &&
           (rule.onto_itself || !sources.is_written) &&
           !is_high_byte(*sources.registers.front()); // a high byte is moved by a port
  case IdiomRule::Kind::zero:
  case IdiomRule::Kind::ones:
  case IdiomRule::Kind::flags: break;
  }
  if (sources.memory)
    return false;
  if (sources.registers.empty())
    return !sources.nonzero_immediate;
  return sources.registers.size() >= 2 && all_the_same(sources.registers);
}

bool mnemonic_fits(const FusionRule &rule, const Instruction &second) {
  return rule.second_mnemonic.empty() || std::ranges::any_of(rule.second_mnemonic, [&](const std::string &pattern) {
           return glob_matches(pattern, second.mnemonic);
         });
}

} // namespace

const IdiomRule *find_idiom(const MachineModel &model, const Instruction &instruction) {
  return instruction.opcode.empty() ? nullptr : find_idiom(model, instruction, model.rule_matches(instruction.opcode));
}

const IdiomRule *find_idiom(const MachineModel &model, const Instruction &instruction, const RuleMatches &matches) {
  const std::uint64_t candidates = matches.idioms;
  if (candidates == 0)
    return nullptr;
  const Sources sources = explicit_sources(instruction);
  const std::vector<IdiomRule> &rules = model.core().idioms;
  for (std::size_t i = 0; i < std::min<std::size_t>(rules.size(), 64); ++i)
    if (((candidates >> i) & 1) && operands_fit(rules[i], sources))
      return &rules[i];
  return nullptr;
}

FusionFit fusion_fit(const MachineModel &model, const Instruction &instruction, const RuleMatches &matches) {
  FusionFit fit;
  if (matches.fusion_first == 0 && matches.fusion_second == 0)
    return fit;
  const Sources sources = explicit_sources(instruction);
  const bool both = sources.memory && sources.immediate;
  const std::vector<FusionRule> &rules = model.core().fusion;
  for (std::size_t i = 0; i < std::min<std::size_t>(rules.size(), 64); ++i) {
    const FusionRule &rule = rules[i];
    const bool may_load = rule.first_may_load && (rule.first_may_be_relative || !sources.relative_memory) &&
                          (!both || (rule.first_may_have_immediate_and_memory &&
                                     (rule.first_may_have_immediate_and_displacement || !sources.displaced_memory)));
    if (((matches.fusion_first >> i) & 1) && !instruction.stores && (!instruction.loads || may_load))
      fit.first |= std::uint64_t(1) << i;
    if (((matches.fusion_second >> i) & 1) && mnemonic_fits(rule, instruction))
      fit.second |= std::uint64_t(1) << i;
  }
  return fit;
}

bool fuses(const MachineModel &model, const Instruction &first, const Instruction &second) {
  if (first.opcode.empty() || second.opcode.empty())
    return false;
  return (fusion_fit(model, first, model.rule_matches(first.opcode)).first &
          fusion_fit(model, second, model.rule_matches(second.opcode)).second) != 0;
}

} // namespace osaca
