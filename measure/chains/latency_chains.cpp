#include "measure/chains/latency_chains.h"

#include "measure/chains/chain_path.h"

#include <algorithm>

namespace osaca::measure {

namespace {

bool is_divided_zero(const IsaDescription &isa, const Instruction &instruction, const Operand &operand) {
  return as_register(operand) != nullptr && fixed_value(isa, instruction, operand) == FixedValue::zero;
}

bool overlap(const Operand &a, const Operand &b) {
  if (as_memory(a) != nullptr && as_memory(b) != nullptr)
    return true;
  const Register *first = as_register(a);
  const Register *second = as_register(b);
  return first != nullptr && second != nullptr && first->overlaps(*second);
}

} // namespace

bool is_rewritten(const Instruction &instruction, const Operand &operand) {
  return operand.written && std::ranges::any_of(instruction.operands, [&](const Operand &other) {
           return other.read && overlap(operand, other);
         });
}

FixedValue fixed_value(const IsaDescription &isa, const Instruction &instruction, const Operand &operand) {
  const Register &reg = *as_register(operand);
  for (const Operand &other : instruction.operands)
    if (const MemoryOperand *memory = as_memory(other);
        memory != nullptr && memory->base && memory->base->overlaps(reg))
      return FixedValue::address; // [rdi] of the string instructions
  return value_wanted(isa.isa, instruction.mnemonic, reg, operand.implicit);
}

std::vector<std::string> breakers_of(const OperandChooser &chooser, const FormShape &shape, const Instruction &chosen,
                                     const std::vector<std::size_t> &kept) {
  const IsaDescription &isa = chooser.isa();
  const auto is_flag_at = [&](std::size_t i) {
    return shape.roles[i].domain == Domain::carry || shape.roles[i].domain == Domain::flags;
  };
  const bool keeps_flags = std::ranges::any_of(kept, is_flag_at);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < chosen.operands.size() && i < shape.roles.size(); ++i) {
    const Operand &operand = chosen.operands[i];
    const bool is_kept = std::ranges::any_of(kept, [&](std::size_t one) {
      return one == i || (one < chosen.operands.size() && overlap(chosen.operands[one], operand));
    });
    // The upper half of a dividend must be zero, whichever instruction wrote it.
    const bool rewritten = is_rewritten(chosen, operand) || (operand.written && is_divided_zero(isa, chosen, operand));
    if (is_kept || !rewritten || operand.address_update)
      continue;
    if (as_memory(operand) != nullptr) {
      texts.push_back(isa.break_memory);
      continue;
    }
    const Register *reg = as_register(operand);
    const RegisterFamily *family = reg == nullptr ? nullptr : chooser.family_of(*reg);
    if ((family == nullptr && !is_flag_at(i)) || (is_flag_at(i) && keeps_flags))
      continue;
    for (const auto &[domain, text] : isa.breakers)
      if (domain == shape.roles[i].domain) {
        std::string made = filled(text, nullptr, family);
        made = with_vector_file(std::move(made), vector_file(isa, reg == nullptr ? 0 : reg->width_bits));
        if (domain == Domain::general)
          made = with_value(isa, std::move(made), fixed_value(isa, chosen, operand));
        if (std::ranges::find(texts, made) == texts.end())
          texts.push_back(std::move(made));
      }
  }
  return texts;
}

std::string beginning_for(const OperandChooser &chooser, const FormShape &shape, const Instruction &chosen,
                          VectorEncoding encoding, const ValueSet &values) {
  const IsaDescription &isa = chooser.isa();
  std::string text = beginning(isa, encoding, values);
  for (const Operand &operand : chosen.operands)
    if (const Register *reg = as_register(operand); reg != nullptr && is_divided_zero(isa, chosen, operand))
      for (const auto &[domain, breaker] : isa.breakers)
        if (domain == Domain::general)
          text += with_value(isa, filled(breaker, nullptr, chooser.family_of(*reg)), FixedValue::zero) + "\n";
  for (std::size_t i = 0; i < chosen.operands.size() && i < shape.roles.size(); ++i)
    if (const MemoryOperand *memory = as_memory(chosen.operands[i])) {
      const RegisterFamily *base = memory->base ? chooser.family_of(*memory->base) : nullptr;
      const RegisterFamily *index = memory->index ? chooser.family_of(*memory->index) : nullptr;
      if (base != nullptr)
        text += filled(isa.set_address, nullptr, base) + "\n";
      if (index != nullptr)
        text += with_vector_file(
                    filled(index->domain == Domain::general ? isa.set_index : isa.set_vector_index, nullptr, index),
                    vector_file(isa, memory->index->width_bits)) +
                "\n";
    }
  if (!isa.fence.empty())
    text += isa.fence + "\n";
  return text;
}

namespace {

constexpr int most_readings = 4;

using Part = Endpoint::Part;

} // namespace

std::string text_of(const Endpoint &endpoint) {
  const std::string number = std::to_string(endpoint.operand);
  switch (endpoint.part) {
  case Part::value: return number;
  case Part::base: return number + ".base";
  case Part::index: return number + ".index";
  }
  return number;
}

std::vector<OperandPair> operand_pairs(const FormShape &shape) {
  std::vector<Endpoint> sources;
  std::vector<Endpoint> results;
  for (std::size_t i = 0; i < shape.roles.size(); ++i) {
    const OperandRole &role = shape.roles[i];
    const bool is_memory = as_memory(role.operand) != nullptr;
    if (!is_memory && as_register(role.operand) == nullptr)
      continue;
    if (role.base_operand >= 0)
      sources.push_back({i, Part::base});
    if (role.index_operand >= 0)
      sources.push_back({i, Part::index});
    if (role.operand.read)
      sources.push_back({i, Part::value});
    if (role.operand.written)
      results.push_back({i, Part::value});
  }
  std::vector<OperandPair> pairs;
  for (const Endpoint &to : results)
    for (const Endpoint &from : sources)
      if (from.part == Part::value || as_memory(shape.roles[to.operand].operand) == nullptr)
        pairs.push_back({from, to});
  return pairs;
}

Expected<std::vector<LatencyChain>> ChainBuilder::chains(const FormShape &shape, const OperandPair &pair,
                                                         const ValueSet &values) {
  std::vector<LatencyChain> made;
  const Instruction &example = shape.example.instruction;
  const bool may_go_uncut = pair.from != pair.to && !drifts_to_special_values(chooser_.isa().isa, example.mnemonic) &&
                            !breakers_of(chooser_, shape, example, {pair.from.operand}).empty();
  for (int reading = 0; reading < most_readings; ++reading) {
    auto chain = one_chain(shape, pair, values, {reading, true, 0});
    if (!chain && reading == 0)
      return chain.error();
    if (!chain)
      break;
    made.push_back(*chain);
    if (may_go_uncut)
      if (auto uncut = one_chain(shape, pair, values, {reading, false, 0}))
        made.push_back(*uncut);
    const auto restorers = static_cast<int>(chooser_.isa().other_vector_restorers.size());
    for (int restorer = 1; restorer <= restorers; ++restorer)
      if (auto other = one_chain(shape, pair, values, {reading, true, restorer}))
        made.push_back(*other);
  }
  return made;
}

Expected<LatencyChain> ChainBuilder::one_chain(const FormShape &shape, const OperandPair &pair, const ValueSet &values,
                                               const Way &way) {
  ChainEndChooser ends(chooser_, shape, pair);
  if (auto problem = ends.choose_registers())
    return *problem;
  OSACA_TRY(auto code, chooser_.encode(shape, ends.wishes()));
  LatencyChain made;
  made.reading = way.reading;
  made.restorer = way.restorer;
  Benchmark &benchmark = made.benchmark;
  const auto add = [&](const std::string &text) -> std::optional<Error> {
    OSACA_TRY(auto piece, pieces_.make(text));
    benchmark.body.push_back(piece);
    benchmark.instructions += line_count(text);
    return std::nullopt;
  };
  for (const std::string &text :
       way.cuts ? breakers_of(chooser_, shape, code.instruction, ends.kept()) : std::vector<std::string>())
    if (auto problem = add(text))
      return *problem;
  benchmark.body.push_back({code.instruction.text, code.bytes});
  ++benchmark.instructions;
  ChainEnds wanted = ends.ends();
  wanted.restorer = way.restorer;
  OSACA_TRY(const ChainPath path, path_between(chooser_.isa(), wanted, way.reading));
  for (const PathStep &step : path.steps)
    if (auto problem = add(step.text))
      return *problem;
  for (const PathStep &step : path.steps)
    if (!step.helper.empty())
      made.helpers.push_back(step.helper);
  OSACA_TRY(auto start, pieces_.make(beginning_for(chooser_, shape, code.instruction, encoding_, values)));
  benchmark.beginning = start;
  benchmark.encoding = encoding_;
  benchmark.values = values;
  benchmark.changes_memory = code.instruction.stores || path.stores || pair.to.operand == pair.from.operand;
  return made;
}

} // namespace osaca::measure
