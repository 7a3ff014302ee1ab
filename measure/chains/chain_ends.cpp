#include "measure/chains/chain_ends.h"

#include "base/index.h"
#include "measure/chains/dependence_breaking.h"

namespace osaca::measure {
namespace {

using Part = Endpoint::Part;

bool is_memory(const OperandRole &role) { return as_memory(role.operand) != nullptr; }
bool is_flag(const OperandRole &role) { return role.domain == Domain::carry || role.domain == Domain::flags; }
bool is_rewritten(const OperandRole &role) { return role.operand.read && role.operand.written; }

} // namespace

ChainEndChooser::ChainEndChooser(OperandChooser &chooser, const FormShape &shape, const OperandPair &pair)
    : chooser_(chooser), shape_(shape), pair_(pair), from_(shape.roles[pair.from.operand]),
      to_(shape.roles[pair.to.operand]) {}

std::optional<Error> ChainEndChooser::choose_registers() {
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

ChainEnds ChainEndChooser::ends() const {
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
  for (const RegisterFamily &family : chooser_.isa().pool)
    if (!taken_.contains(family.llvm_name))
      made.temporaries.push_back(&family);
  return made;
}

std::vector<std::size_t> ChainEndChooser::kept() const {
  std::vector<std::size_t> operands = {pair_.from.operand};
  if (pair_.from.part != Part::value)
    operands.clear();
  return operands;
}

int ChainEndChooser::width_of_vector() const {
  const MemoryOperand *memory = as_memory(from_.operand);
  const Register *reg = memory != nullptr && memory->index ? &*memory->index : as_register(from_.operand);
  return reg == nullptr ? 0 : reg->width_bits;
}

int ChainEndChooser::width_of_memory() const {
  for (const OperandRole *role : {&from_, &to_})
    if (const MemoryOperand *memory = as_memory(role->operand))
      return memory->width_bytes > 0 ? memory->width_bytes : 8;
  return 8;
}

std::optional<Error> ChainEndChooser::take_free(int form_operand) {
  const auto found =
      form_operand < 0 ? std::vector<const RegisterFamily *>() : chooser_.free_families(shape_, form_operand, taken_);
  if (found.empty())
    return Error{"no free register for its address"};
  source_ = found.front();
  taken_.insert(source_->llvm_name);
  wishes_[form_operand] = {source_->llvm_name, 0};
  return std::nullopt;
}

std::optional<Error> ChainEndChooser::find_source() {
  if (pair_.from.part == Part::base)
    return find_base();
  if (pair_.from.part == Part::index)
    return find_index();
  if (is_memory(from_) || is_flag(from_))
    return std::nullopt;
  const Register *reg = as_register(from_.operand);
  source_ = reg == nullptr ? nullptr : chooser_.family_of(*reg);
  if (source_ != nullptr)
    return std::nullopt;
  if (from_.form_operand >= 0 && shape_.form.operands[at(from_.form_operand)].part != FormOperand::MemoryPart::none)
    return take_free(from_.form_operand); // an address that is only computed
  return Error{"no value can be brought into its source"};
}

std::optional<Error> ChainEndChooser::find_base() {
  const MemoryOperand *memory = as_memory(from_.operand);
  source_ = memory->base ? chooser_.family_of(*memory->base) : nullptr;
  if (source_ == nullptr) // one of the fixed registers
    return take_free(from_.base_operand);
  return source_->domain == Domain::general ? std::nullopt
                                            : std::optional<Error>(Error{"its address is in no general register"});
}

std::optional<Error> ChainEndChooser::find_index() {
  const MemoryOperand *memory = as_memory(from_.operand);
  if (memory->index) {
    source_ = chooser_.family_of(*memory->index);
    return source_ == nullptr ? std::optional<Error>(Error{"its index register is not free"}) : std::nullopt;
  }
  return take_free(from_.index_operand);
}

std::optional<Error> ChainEndChooser::find_destination() {
  if (is_memory(to_) || is_flag(to_))
    return std::nullopt;
  const Register *reg = as_register(to_.operand);
  destination_ = reg == nullptr ? nullptr : chooser_.family_of(*reg);
  return destination_ == nullptr ? std::optional<Error>(Error{"its result cannot be used by another instruction"})
                                 : std::nullopt;
}

void ChainEndChooser::join_if_possible() {
  if (pair_.from == pair_.to) {
    is_direct_ = true;
    return;
  }
  if (source_ != nullptr && source_ == destination_) { // an address that is updated
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

} // namespace osaca::measure
