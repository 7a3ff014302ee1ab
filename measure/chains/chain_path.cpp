#include "measure/chains/chain_path.h"

#include "base/format.h"
#include "base/index.h"
#include "measure/chains/latency_chains.h"

#include <algorithm>

namespace osaca::measure {

namespace {

using Part = Endpoint::Part;

class PathBuilder {
public:
  PathBuilder(const IsaDescription &isa, const ChainEnds &ends, int way)
      : isa_(isa), ends_(ends), way_(way), at_(ends.destination), domain_(ends.destination_domain) {}

  Expected<ChainPath> build() && {
    if (ends_.is_direct) {
      if (ends_.puts_back && ends_.source != nullptr)
        put_back(ends_.source);
    } else if (ends_.to_memory) {
      load(ends_.source_domain == Domain::vector || ends_.source_domain == Domain::second_vector ? *ends_.source_domain
                                                                                                 : Domain::general);
      go_to_source();
    } else {
      go_to_source();
    }
    if (problem_)
      return *problem_;
    if (ends_.restorer > 0 && !has_restored_vector_)
      return Error{"there is no other chain"};
    return std::move(path_);
  }

private:
  void fail(std::string why) {
    if (!problem_)
      problem_ = Error{std::move(why)};
  }

  const RegisterFamily *temporary(Domain domain) {
    for (const RegisterFamily *family : ends_.temporaries)
      if (family->domain == domain && std::ranges::find(used_, family) == used_.end()) {
        used_.push_back(family);
        return family;
      }
    fail("no register is free to pass the result back to the source");
    return nullptr;
  }

  void step(std::string helper, std::string_view text, const RegisterFamily *to) {
    path_.steps.push_back({std::move(helper), filled(text, at_, to)});
    at_ = to;
  }

  void vector_step(std::string_view name, const std::string &text, const RegisterFamily *to) {
    const VectorFile file = vector_file(isa_, ends_.vector_bits);
    step(vector_helper_name(name, file), with_vector_file(text, file), to);
  }

  const MemoryHelper *memory_helper(Domain domain, int width) {
    const MemoryHelper *best = nullptr;
    for (const MemoryHelper &helper : isa_.memory_helpers)
      if (helper.domain == domain && helper.width_bytes <= width &&
          (best == nullptr || helper.width_bytes > best->width_bytes))
        best = &helper;
    if (best == nullptr)
      fail("there is no load or store of this width");
    return best;
  }

  /// The load is counted with the store, which is the instruction under test.
  void load(Domain domain) {
    const MemoryHelper *helper = memory_helper(domain, ends_.memory_bytes);
    const bool same = domain == ends_.source_domain && ends_.part == Part::value && ends_.source != nullptr &&
                      ends_.source->domain == domain;
    const RegisterFamily *to = same ? ends_.source : temporary(domain);
    if (helper == nullptr || to == nullptr)
      return;
    step("", helper->load, to);
    domain_ = domain;
  }

  void to_general() {
    int skipped = domain_ == Domain::flags ? way_ : 0;
    for (const Helper &helper : isa_.helpers)
      if (helper.from == domain_ && helper.to == Domain::general && skipped-- == 0) {
        if (const RegisterFamily *to = temporary(Domain::general))
          step(helper.name, helper.text, to);
        domain_ = Domain::general;
        return;
      }
    fail("no known instruction moves the result to a general register");
  }

  void from_general(Domain domain) {
    for (const Helper &helper : isa_.helpers)
      if (helper.from == Domain::general && helper.to == domain) {
        step(helper.name, helper.text, ends_.source);
        domain_ = domain;
        return;
      }
    fail("no known instruction moves a value from a general register to the source");
  }

  static bool can_be_put_back(Domain domain) {
    return domain == Domain::general || domain == Domain::vector || domain == Domain::mask;
  }

  void put_back(const RegisterFamily *to) {
    switch (to->domain) {
    case Domain::general: step("restore_general", with_value(isa_, isa_.restore_general, ends_.wanted), to); break;
    case Domain::vector: restore_vector(to); break;
    case Domain::mask: step("restore_mask", isa_.restore_mask, to); break;
    default: break;
    }
  }

  void restore_vector(const RegisterFamily *to) {
    has_restored_vector_ = true;
    if (ends_.restorer == 0)
      return vector_step("restore_vector", isa_.restore_vector, to);
    const auto other = static_cast<std::size_t>(ends_.restorer - 1);
    if (other >= isa_.other_vector_restorers.size())
      return fail("there is no other instruction that restores a vector");
    const VectorRestorer &restorer = isa_.other_vector_restorers[other];
    vector_step(restorer.name, restorer.text, to);
  }

  void store_to_source() {
    if (domain_ != Domain::general && domain_ != Domain::vector && domain_ != Domain::second_vector)
      to_general();
    const MemoryHelper *helper = problem_ ? nullptr : memory_helper(*domain_, ends_.memory_bytes);
    if (helper == nullptr)
      return;
    step(memory_helper_name(*helper), helper->store, nullptr);
    path_.stores = true;
  }

  void go_to_address() {
    const bool vector_index = ends_.source != nullptr && ends_.source->domain == Domain::vector;
    if (vector_index && domain_ == Domain::vector) {
      vector_step("restore_vector_index", isa_.restore_vector_index, ends_.source);
      return;
    }
    if (domain_ != Domain::general)
      to_general();
    if (problem_)
      return;
    if (vector_index) {
      from_general(Domain::vector);
      vector_step("restore_vector_index", isa_.restore_vector_index, ends_.source);
      return;
    }
    const bool base = ends_.part == Part::base;
    step(base ? "restore_address" : "restore_index", base ? isa_.restore_address : isa_.restore_index, ends_.source);
  }

  void go_to_source() {
    if (problem_)
      return;
    if (ends_.from_memory)
      return store_to_source();
    if (ends_.part != Part::value)
      return go_to_address();
    const Domain wanted = ends_.source_domain.value_or(Domain::general);
    if (domain_ == wanted && at_ != nullptr && at_ == ends_.source) {
      if (ends_.puts_back || wanted == Domain::general)
        put_back(ends_.source);
      return;
    }
    if (domain_ == wanted && ends_.source != nullptr && can_be_put_back(wanted))
      return put_back(ends_.source);
    if (domain_ != Domain::general)
      to_general();
    if (problem_)
      return;
    if (wanted == Domain::general)
      return put_back(ends_.source);
    from_general(wanted);
    // The bits of a general register are not a typical floating-point number, so they are restored to one.
    if (wanted == Domain::vector && !isa_.restore_vector.empty() && !problem_)
      put_back(ends_.source);
  }

  const IsaDescription &isa_;
  const ChainEnds &ends_;
  int way_;
  const RegisterFamily *at_;
  std::optional<Domain> domain_;
  std::vector<const RegisterFamily *> used_;
  ChainPath path_;
  bool has_restored_vector_ = false;
  std::optional<Error> problem_;
};

} // namespace

Expected<ChainPath> path_between(const IsaDescription &isa, const ChainEnds &ends, int way) {
  if (way > 0 && (ends.is_direct || ends.destination_domain != Domain::flags))
    return Error{"there is no other chain"};
  return PathBuilder(isa, ends, way).build();
}

std::string with_value(const IsaDescription &isa, std::string text, FixedValue value) {
  switch (value) {
  case FixedValue::constant: return text;
  case FixedValue::other_constant: return replaced(std::move(text), isa.constant_text, isa.other_constant_text);
  case FixedValue::zero: return replaced(std::move(text), isa.constant_text, isa.zero_text);
  case FixedValue::address: return replaced(std::move(text), isa.constant_text, isa.second_address_text);
  }
  return text;
}

std::string vector_helper_name(std::string_view name, const VectorFile &file) {
  return std::string(name) + (file.text.empty() ? "" : format_text(".{}", file.width_bits));
}

std::string memory_helper_name(const MemoryHelper &helper) {
  return format_text("memory.{}.{}", name_of(helper.domain), helper.width_bytes);
}

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
    return Error{"no register is free for the address"};
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
  return Error{"the source cannot be set to a value"};
}

std::optional<Error> ChainEndChooser::find_base() {
  const MemoryOperand *memory = as_memory(from_.operand);
  source_ = memory->base ? chooser_.family_of(*memory->base) : nullptr;
  if (source_ == nullptr) // one of the fixed registers
    return take_free(from_.base_operand);
  return source_->domain == Domain::general ? std::nullopt
                                            : std::optional<Error>(Error{"the address is not in a general register"});
}

std::optional<Error> ChainEndChooser::find_index() {
  const MemoryOperand *memory = as_memory(from_.operand);
  if (memory->index) {
    source_ = chooser_.family_of(*memory->index);
    return source_ == nullptr ? std::optional<Error>(Error{"the index register is not free"}) : std::nullopt;
  }
  return take_free(from_.index_operand);
}

std::optional<Error> ChainEndChooser::find_destination() {
  if (is_memory(to_) || is_flag(to_))
    return std::nullopt;
  const Register *reg = as_register(to_.operand);
  destination_ = reg == nullptr ? nullptr : chooser_.family_of(*reg);
  return destination_ == nullptr ? std::optional<Error>(Error{"no other instruction can use the result"})
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
