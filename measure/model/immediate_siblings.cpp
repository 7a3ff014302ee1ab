#include "measure/model/immediate_siblings.h"

#include "measure/model/form_latencies.h"

#include <algorithm>
#include <map>

namespace osaca::measure::composer {
namespace {

bool has_immediate(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    return as_register(operand) == nullptr && as_memory(operand) == nullptr && !operand.implicit;
  });
}

/// What the form does to which kinds of operands, the immediate's size aside.
std::string work_of(const Instruction &instruction) {
  std::string key = instruction.mnemonic;
  for (const Operand &operand : instruction.operands) {
    key += operand.read ? " r" : " ";
    key += operand.written ? "w" : "";
    if (const Register *reg = as_register(operand))
      key += std::to_string(static_cast<int>(reg->kind)) + ":" + std::to_string(reg->width_bits);
    else if (const MemoryOperand *memory = as_memory(operand))
      key += "m" + std::to_string(memory->width_bytes);
    else
      key += "i";
  }
  return key;
}

bool is_clearly_quicker(const FormFacts &one, const FormFacts &other) {
  constexpr double times = 1.5;
  if (!one.throughput || !other.throughput)
    return false;
  const auto round_trip = memory_to_memory_cycles(one);
  const auto others = memory_to_memory_cycles(other);
  return *other.throughput > times * *one.throughput || (round_trip && others && *others > *round_trip + times);
}

} // namespace

std::vector<FormFacts> with_figures_of_siblings(std::vector<FormFacts> facts) {
  std::map<std::string, std::vector<std::size_t>> same_work;
  for (std::size_t i = 0; i < facts.size(); ++i)
    // Small constants may be added elsewhere than by a unit: there the size counts.
    if (has_immediate(facts[i].instruction) && (facts[i].accesses_memory() || !update_of(facts[i].instruction)))
      same_work[work_of(facts[i].instruction)].push_back(i);
  for (const auto &[work, forms] : same_work)
    for (const std::size_t slow : forms)
      for (const std::size_t quick : forms)
        if (is_clearly_quicker(facts[quick], facts[slow])) {
          facts[slow].figures = facts[quick].figures;
          facts[slow].throughput = facts[quick].throughput;
          facts[slow].throughput_is_bound = facts[quick].throughput_is_bound;
          facts[slow].direct_pairs = facts[quick].direct_pairs;
        }
  return facts;
}

} // namespace osaca::measure::composer
