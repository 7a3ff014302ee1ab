#include "measure/latency_chains.h"

#include "measure/chain_path.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr int most_readings = 4;

using Part = Endpoint::Part;

/// What a register operand is put back to. Precondition: it is one.
FixedValue fixed_value(const IsaDescription &isa, const Instruction &instruction, const Operand &operand) {
  const Register &reg = *as_register(operand);
  for (const Operand &other : instruction.operands)
    if (const MemoryOperand *memory = as_memory(other); memory != nullptr && memory->base && memory->base->overlaps(reg))
      return FixedValue::address; // [rdi] of the string instructions
  return value_wanted(isa.isa, instruction.mnemonic, reg, operand.implicit);
}

bool is_divided_zero(const IsaDescription &isa, const Instruction &instruction, const Operand &operand) {
  return as_register(operand) != nullptr && fixed_value(isa, instruction, operand) == FixedValue::zero;
}

/// One chain under construction.
class Construction {
public:
  Construction(OperandChooser &chooser, const FormShape &shape, const OperandPair &pair)
      : chooser_(chooser), shape_(shape), pair_(pair), from_(shape.roles[pair.from.operand]),
        to_(shape.roles[pair.to.operand]) {}

  /// Which registers the ends have. Empty: done.
  std::optional<Error> choose_registers() {
    for (const OperandRole &role : shape_.roles)
      if (const Register *reg = as_register(role.operand))
        if (const RegisterFamily *family = chooser_.family_of(*reg))
          taken_.insert(family->llvm_name);
    if (auto problem = find_source())
      return problem;
    if (auto problem = find_destination())
      return problem;
    join_if_possible();
    return std::nullopt;
  }

  [[nodiscard]] ChainEnds ends() {
    ChainEnds made;
    made.source = source_;
    made.destination = destination_;
    made.source_domain = from_.domain;
    made.destination_domain = to_.domain;
    made.from_memory = is_memory(from_) && pair_.from.part == Part::value;
    made.to_memory = is_memory(to_);
    made.part = pair_.from.part;
    made.is_direct = is_direct_;
    made.puts_back = drifts_to_special_values(chooser_.isa().isa, shape_.example.instruction.mnemonic);
    made.memory_bytes = width_of_memory();
    made.vector_bits = width_of_vector();
    if (as_register(from_.operand) != nullptr)
      made.wanted = fixed_value(chooser_.isa(), shape_.example.instruction, from_.operand);
    for (const auto *general : free_general())
      made.temporaries.push_back(general);
    return made;
  }

  [[nodiscard]] const OperandWishes &wishes() const { return wishes_; }

  [[nodiscard]] std::vector<std::size_t> kept() const {
    std::vector<std::size_t> operands = {pair_.from.operand};
    if (pair_.from.part != Part::value)
      operands.clear();
    return operands;
  }

private:
  static bool is_memory(const OperandRole &role) { return as_memory(role.operand) != nullptr; }
  static bool is_flag(const OperandRole &role) {
    return role.domain == Domain::carry || role.domain == Domain::flags;
  }
  static bool is_rewritten(const OperandRole &role) { return role.operand.read && role.operand.written; }

  int width_of_vector() const {
    const MemoryOperand *memory = as_memory(from_.operand);
    const Register *reg = memory != nullptr && memory->index ? &*memory->index : as_register(from_.operand);
    return reg == nullptr ? 0 : reg->width_bits;
  }

  int width_of_memory() const {
    for (const OperandRole *role : {&from_, &to_})
      if (const MemoryOperand *memory = as_memory(role->operand))
        return memory->width_bytes > 0 ? memory->width_bytes : 8;
    return 8;
  }

  std::optional<Error> take_free(int form_operand) {
    const auto found = form_operand < 0 ? std::vector<const RegisterFamily *>()
                                        : chooser_.free_families(shape_, form_operand, taken_);
    if (found.empty())
      return Error{"no free register for its address"};
    source_ = found.front();
    taken_.insert(source_->llvm_name);
    wishes_[form_operand] = {source_->llvm_name, 0};
    return std::nullopt;
  }

  std::optional<Error> find_source() {
    if (pair_.from.part == Part::base)
      return take_free(from_.base_operand);
    if (pair_.from.part == Part::index)
      return find_index();
    if (is_memory(from_) || is_flag(from_))
      return std::nullopt;
    const Register *reg = as_register(from_.operand);
    source_ = reg == nullptr ? nullptr : chooser_.family_of(*reg);
    if (source_ != nullptr)
      return std::nullopt;
    if (from_.form_operand >= 0 &&
        shape_.form.operands[static_cast<std::size_t>(from_.form_operand)].part != FormOperand::MemoryPart::none)
      return take_free(from_.form_operand); // an address that is only computed
    return Error{"no value can be brought into its source"};
  }

  std::optional<Error> find_index() {
    const MemoryOperand *memory = as_memory(from_.operand);
    if (memory->index) {
      source_ = chooser_.family_of(*memory->index);
      return source_ == nullptr ? std::optional<Error>(Error{"its index register is not free"}) : std::nullopt;
    }
    return take_free(from_.index_operand);
  }

  std::optional<Error> find_destination() {
    if (is_memory(to_) || is_flag(to_))
      return std::nullopt;
    const Register *reg = as_register(to_.operand);
    destination_ = reg == nullptr ? nullptr : chooser_.family_of(*reg);
    return destination_ == nullptr ? std::optional<Error>(Error{"its result cannot be used by another instruction"})
                                   : std::nullopt;
  }

  void join_if_possible() {
    if (pair_.from == pair_.to) {
      is_direct_ = true;
      return;
    }
    const bool drifts = drifts_to_special_values(chooser_.isa().isa, shape_.example.instruction.mnemonic);
    if (source_ == nullptr || destination_ == nullptr || pair_.from.part != Part::value || drifts ||
        from_.domain != to_.domain || is_rewritten(from_) || is_rewritten(to_))
      return;
    OperandWishes joined = wishes_;
    if (from_.form_operand >= 0)
      joined[from_.form_operand] = {destination_->llvm_name, 0};
    else if (to_.form_operand >= 0)
      joined[to_.form_operand] = {source_->llvm_name, 0};
    else
      return;
    if (!chooser_.encode(shape_, joined))
      return;
    wishes_ = std::move(joined);
    (from_.form_operand >= 0 ? source_ : destination_) = from_.form_operand >= 0 ? destination_ : source_;
    is_direct_ = true;
  }

  std::vector<const RegisterFamily *> free_general() const {
    std::vector<const RegisterFamily *> found;
    for (const RegisterFamily &family : chooser_.isa().pool)
      if (!taken_.contains(family.llvm_name))
        found.push_back(&family);
    return found;
  }

  OperandChooser &chooser_;
  const FormShape &shape_;
  const OperandPair &pair_;
  const OperandRole &from_;
  const OperandRole &to_;
  OperandWishes wishes_;
  std::set<std::string> taken_;
  const RegisterFamily *source_ = nullptr;
  const RegisterFamily *destination_ = nullptr;
  bool is_direct_ = false;
};

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

std::vector<std::string> breakers_of(const OperandChooser &chooser, const FormShape &shape, const Instruction &chosen,
                                     const std::vector<std::size_t> &kept) {
  const IsaDescription &isa = chooser.isa();
  const auto is_flag_at = [&](std::size_t i) {
    return shape.roles[i].domain == Domain::carry || shape.roles[i].domain == Domain::flags;
  };
  const bool keeps_flags = std::any_of(kept.begin(), kept.end(), is_flag_at);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < chosen.operands.size() && i < shape.roles.size(); ++i) {
    const Operand &operand = chosen.operands[i];
    const bool is_kept = std::find(kept.begin(), kept.end(), i) != kept.end();
    // The upper half of a dividend must be zero, whoever wrote it.
    const bool rewritten = operand.written && (operand.read || is_divided_zero(isa, chosen, operand));
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
          made = with_value(isa, std::move(made),
                            fixed_value(isa, chosen, operand));
        if (std::find(texts.begin(), texts.end(), made) == texts.end())
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
        text += with_vector_file(filled(index->domain == Domain::general ? isa.set_index : isa.set_vector_index, nullptr,
                                        index),
                                 vector_file(isa, memory->index->width_bits)) +
                "\n";
    }
  return text;
}

Expected<std::vector<LatencyChain>> ChainBuilder::chains(const FormShape &shape, const OperandPair &pair,
                                                         const ValueSet &values) {
  std::vector<LatencyChain> made;
  const Instruction &example = shape.example.instruction;
  const bool may_go_uncut = pair.from != pair.to && !drifts_to_special_values(chooser_.isa().isa, example.mnemonic) &&
                            !breakers_of(chooser_, shape, example, {pair.from.operand}).empty();
  for (int reading = 0; reading < most_readings; ++reading) {
    auto chain = one_chain(shape, pair, values, reading, true);
    if (!chain && reading == 0)
      return chain.error();
    if (!chain)
      break;
    made.push_back(*chain);
    if (may_go_uncut)
      if (auto uncut = one_chain(shape, pair, values, reading, false))
        made.push_back(*uncut);
  }
  return made;
}

Expected<LatencyChain> ChainBuilder::one_chain(const FormShape &shape, const OperandPair &pair, const ValueSet &values,
                                               int reading, bool cuts) {
  Construction construction(chooser_, shape, pair);
  if (auto problem = construction.choose_registers())
    return *problem;
  auto code = chooser_.encode(shape, construction.wishes());
  if (!code)
    return code.error();
  LatencyChain made;
  made.reading = reading;
  Benchmark &benchmark = made.benchmark;
  const auto add = [&](const std::string &text) -> std::optional<Error> {
    auto piece = pieces_.make(text);
    if (!piece)
      return piece.error();
    benchmark.body.push_back(*piece);
    benchmark.instructions += line_count(text);
    return std::nullopt;
  };
  for (const std::string &text : cuts ? breakers_of(chooser_, shape, code->instruction, construction.kept())
                                      : std::vector<std::string>())
    if (auto problem = add(text))
      return *problem;
  benchmark.body.push_back({code->instruction.text, code->bytes});
  ++benchmark.instructions;
  const Expected<ChainPath> path = path_between(chooser_.isa(), construction.ends(), reading);
  if (!path)
    return path.error();
  for (const PathStep &step : path->steps)
    if (auto problem = add(step.text))
      return *problem;
  for (const PathStep &step : path->steps)
    if (!step.helper.empty())
      made.helpers.push_back(step.helper);
  auto start = pieces_.make(beginning_for(chooser_, shape, code->instruction, encoding_, values));
  if (!start)
    return start.error();
  benchmark.beginning = *start;
  benchmark.encoding = encoding_;
  benchmark.values = values;
  benchmark.changes_memory = code->instruction.stores || path->stores || pair.to.operand == pair.from.operand;
  return made;
}

} // namespace osaca::measure
