#include "measure/ports/prepared_form.h"

#include "base/format.h"
#include "kernel/kernel.h"
#include "measure/chains/latency_chains.h"
#include "measure/isa/instruction_screen.h"
#include "measure/ports/port_inference.h"
#include "model/opcode_variants.h"

#include <algorithm>
#include <map>
#include <optional>

namespace osaca::measure {

namespace {

/// The registers that nothing in a mix writes, preferred values first. There are two, because an instruction with the
/// same register twice may be recognised and not executed.
std::vector<std::string> source_families(Domain domain, FixedValue wanted) {
  switch (domain) {
  case Domain::general:
    if (wanted == FixedValue::other_constant)
      return {"R11", "R13"};
    return {"R13", "R11"};
  case Domain::vector: return {"ZMM15", "ZMM13", "ZMM12"};
  case Domain::mask: return {"K7", "K5", "K4"};
  case Domain::carry:
  case Domain::flags:
  case Domain::second_vector: break;
  }
  return {};
}

bool touches(const PreparedForm &form, Domain domain) {
  return std::ranges::any_of(form.shape.roles, [&](const OperandRole &role) { return role.domain == domain; });
}

bool is_memory(const OperandRole &role, bool written) {
  return as_memory(role.operand) != nullptr && (written ? role.operand.written : role.operand.read);
}

std::string group_of(const PreparedForm &form) {
  const auto any = [&](bool written) {
    return std::ranges::any_of(form.shape.roles, [&](const OperandRole &role) { return is_memory(role, written); });
  };
  const Instruction &example = form.shape.example.instruction;
  if (any(true) && example.stores)
    return "store";
  if (any(false) && example.loads)
    return "load";
  if (touches(form, Domain::mask))
    return "mask";
  return touches(form, Domain::vector) ? "vector" : "general";
}

/// Nops and prefetches, which have no result. A core may skip other instructions that write nothing.
bool needs_no_result(const Instruction &instruction) {
  return instruction.mnemonic.starts_with("nop") || instruction.mnemonic.starts_with("prefetch");
}

/// Constants that need all bits of this form: smaller ones may be added at rename.
bool has_wide_immediate(std::string_view opcode) { return opcode.ends_with("i32"); }

/// The first of the form's operands of this kind; -1: there is none.
int operand_of(const FormShape &shape, FormOperand::Kind kind, FormOperand::MemoryPart part) {
  for (std::size_t i = 0; i < shape.form.operands.size(); ++i)
    if (shape.form.operands[i].kind == kind && shape.form.operands[i].part == part)
      return static_cast<int>(i);
  return -1;
}

UpperHalves upper_halves_of(const PreparedForm &form) {
  constexpr int narrow_bits = 128;
  const bool is_wide = std::ranges::any_of(form.shape.roles, [](const OperandRole &role) {
    const Register *reg = as_register(role.operand);
    return reg != nullptr && reg->kind == RegisterKind::vector && reg->width_bits > narrow_bits;
  });
  if (is_wide)
    return UpperHalves::used;
  const bool is_legacy = form.encoding == VectorEncoding::legacy && touches(form, Domain::vector);
  return is_legacy ? UpperHalves::kept : UpperHalves::untouched;
}

bool is_flag(const OperandRole &role) { return role.domain == Domain::carry || role.domain == Domain::flags; }

/// Whether all copies write the same register, because it cannot be chosen.
bool has_result_of_its_own(const PreparedForm &form) {
  return std::ranges::any_of(form.shape.roles, [](const OperandRole &role) {
    return as_register(role.operand) != nullptr && role.operand.written && !role.operand.address_update &&
           !is_flag(role) && !is_chosen_result(role);
  });
}

/// The order: forms that only write a register, forms that update one, loads, stores, and operations on memory.
int rank_of(const PreparedForm &form) {
  // Forms that can be in any mix can keep pipes busy for all others.
  int rank = form.facts.upper_halves == UpperHalves::untouched ? 0 : 1;
  for (const OperandRole &role : form.shape.roles) {
    const bool is_register = as_register(role.operand) != nullptr;
    if (is_register && role.operand.read && (role.operand.written || is_flag(role)))
      rank += 1;
    if (is_register && role.operand.implicit && !is_flag(role))
      rank += 2;
  }
  if (!form.breakers.empty())
    rank += 2;
  if (form.facts.group == "load")
    rank += moves_only(form) ? 10 : 30;
  if (form.facts.group == "store")
    rank += form.shape.example.instruction.loads ? 40 : 20;
  return rank;
}

} // namespace

std::string_view name_of(FormVariant variant) {
  switch (variant) {
  case FormVariant::usual: return "";
  case FormVariant::base_and_index: return "base and index";
  case FormVariant::scaled_index: return "scaled index";
  case FormVariant::same_register: return "same register";
  case FormVariant::not_taken: return "not taken";
  case FormVariant::fused: return "fused, not taken";
  }
  return "";
}

bool moves_only(const PreparedForm &form) {
  bool reads_registers = false;
  bool writes_flags = false;
  for (const OperandRole &role : form.shape.roles) {
    const bool is_register = as_register(role.operand) != nullptr;
    reads_registers = reads_registers || (is_register && role.operand.read && !role.operand.address_update);
    writes_flags = writes_flags || (is_flag(role) && role.operand.written);
  }
  const Instruction &example = form.shape.example.instruction;
  return !writes_flags && !(example.loads && (example.stores || reads_registers));
}

bool is_chosen_result(const OperandRole &role) {
  return role.form_operand >= 0 && role.operand.written && role.domain && as_register(role.operand) != nullptr;
}

FormPreparer::FormPreparer(Isa isa, VectorEncoding widest)
    : isa_(isa), widest_(widest), generator_(isa, widest), encoder_(isa) {}

OperandChooser &FormPreparer::chooser(VectorEncoding encoding) {
  auto &slot = choosers_[encoding];
  if (!slot)
    slot = std::make_unique<OperandChooser>(generator_.description(encoding), encoder_);
  return *slot;
}

/// Registers that are only read become fixed ones. If the form does not accept these, its own register is reserved for
/// it.
Expected<CodeSnippet> FormPreparer::copy_of(const PreparedForm &form, const OperandWishes &wishes) {
  std::string key = form.facts.name;
  for (const auto &[operand, wish] : wishes)
    key += format_text(" {}={}:{}", operand, wish.family, wish.value);
  const auto known = copies_.find(key);
  if (known != copies_.end())
    return known->second;
  OSACA_TRY(const auto code, chooser(form.encoding).encode(form.shape, wishes));
  return copies_.emplace(std::move(key), CodeSnippet{code.instruction.text, code.bytes}).first->second;
}

void FormPreparer::choose_sources(PreparedForm &form) {
  OperandChooser &operands = chooser(form.encoding);
  std::set<std::string> taken;
  const auto reserve = [&](const Register &reg) {
    for (const RegisterFamily *family : operands.families_of(reg))
      form.reserved.insert(family->llvm_name);
  };
  const auto try_family = [&](int operand, const std::string &family) {
    OperandWishes wishes = form.sources;
    wishes[operand] = {family, 0};
    if (taken.contains(family) || !operands.encode(form.shape, wishes))
      return false;
    taken.insert(family);
    form.sources = std::move(wishes);
    return true;
  };
  for (const OperandRole &role : form.shape.roles) {
    if (const MemoryOperand *memory = as_memory(role.operand)) {
      const bool zeros = memory->index && memory->index->kind == RegisterKind::vector && role.index_operand >= 0 &&
                         try_family(role.index_operand, "ZMM14");
      if (memory->index && !zeros)
        reserve(*memory->index);
      continue;
    }
    const Register *reg = as_register(role.operand);
    if (reg == nullptr || is_chosen_result(role))
      continue;
    bool fixed = false;
    if (role.form_operand >= 0 && role.domain)
      for (const std::string &family :
           source_families(*role.domain, fixed_value(operands.isa(), form.shape.example.instruction, role.operand)))
        fixed = fixed || try_family(role.form_operand, family);
    if (!fixed)
      reserve(*reg);
  }
}

/// A jump to the next instruction, on an overflow that does not occur: never taken, and harmless if it were.
PreparedForm FormPreparer::prepare_jump(FormVariant variant) {
  PreparedForm made;
  made.variant = variant;
  made.opcode = "JCC_1";
  made.facts = {"JCC_1 " + std::string(name_of(variant)), "general", 4, variant == FormVariant::not_taken};
  made.literal = variant == FormVariant::fused ? "test %r11, %r11\njo .+2" : "jo .+2";
  made.text = variant == FormVariant::fused ? "test %r11, %r11; jo" : "jo";
  made.values = value_sets(isa_, "", "").front();
  return made;
}

/// Sets the operands that are the same in all copies.
void FormPreparer::choose_variant(PreparedForm &form) {
  constexpr OperandChoice scale = 4;
  constexpr OperandChoice wide_immediate = 0x12345;
  using Kind = FormOperand::Kind;
  using Part = FormOperand::MemoryPart;
  OperandWishes wishes = form.sources;
  if (form.variant == FormVariant::base_and_index || form.variant == FormVariant::scaled_index) {
    wishes[operand_of(form.shape, Kind::reg, Part::index)] = {"R13", 0};
    wishes[operand_of(form.shape, Kind::immediate, Part::displacement)] = {"", 0};
    if (form.variant == FormVariant::scaled_index)
      wishes[operand_of(form.shape, Kind::immediate, Part::scale)] = {"", scale};
  } else if (has_wide_immediate(form.opcode)) {
    wishes[operand_of(form.shape, Kind::immediate, Part::none)] = {"", wide_immediate};
  }
  wishes.erase(-1);
  if (const auto code = chooser(form.encoding).encode(form.shape, wishes)) {
    form.sources = std::move(wishes);
    form.text = code->instruction.text;
  }
}

PreparedForm FormPreparer::prepare(const InstructionForm &form, FormVariant variant) {
  if (variant == FormVariant::not_taken || variant == FormVariant::fused)
    return prepare_jump(variant);
  PreparedForm made;
  const GeneratedForm generated = generator_.generate(form);
  made.opcode = form.opcode;
  made.variant = variant;
  made.facts.name = form.opcode + (variant == FormVariant::usual ? "" : " " + std::string(name_of(variant)));
  made.text = generated.record.text;
  if (generated.record.status != FormStatus::ok) {
    made.reason =
        generated.record.reason.empty() ? std::string(name_of(generated.record.status)) : generated.record.reason;
    return made;
  }
  made.shape = generated.shape;
  made.encoding = generated.encoding;
  const Instruction &example = made.shape.example.instruction;
  made.values = value_sets(isa_, form.opcode, example.mnemonic).front();
  Kernel alone;
  alone.isa = isa_;
  alone.instructions = {example};
  if (made.encoding == VectorEncoding::mmx || uses_x87(alone)) {
    made.reason = "it uses x87 or MMX registers, so that copies of it would wait for each other";
    return made;
  }
  const bool is_special = std::ranges::any_of(made.shape.roles, [](const OperandRole &role) {
    return as_register(role.operand) != nullptr && role.operand.written && !role.domain;
  });
  if (is_special) {
    made.reason = "it writes a register that exists only once";
    return made;
  }
  const bool writes = std::ranges::any_of(example.operands, [](const Operand &operand) { return operand.written; });
  if (!writes && !needs_no_result(example)) {
    made.reason = "it writes no result, so that the core may skip it";
    return made;
  }
  choose_sources(made);
  choose_variant(made);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < made.shape.roles.size(); ++i)
    if (made.shape.roles[i].form_operand >= 0 || as_memory(made.shape.roles[i].operand) != nullptr)
      kept.push_back(i);
  made.breakers = breakers_of(chooser(made.encoding), made.shape, example, kept);
  made.facts.group = needs_no_result(example) && !example.loads ? std::string(no_operation_group) : group_of(made);
  made.facts.upper_halves = upper_halves_of(made);
  made.facts.rank = rank_of(made);
  made.facts.may_be_class =
      made.breakers.empty() && variant != FormVariant::same_register && !has_result_of_its_own(made);
  made.facts.works_on_memory = example.loads || example.stores;
  if (variant == FormVariant::same_register)
    made.breakers.clear();
  return made;
}

namespace {

using FormIndices = std::map<std::string, int, std::less<>>;

struct MemoryAccess {
  bool reads = false;
  bool writes = false;
  int bytes = 0;
  bool is_vector = false; ///< the value that is read or written is a vector or a part of one
};

MemoryAccess access_of(const PreparedForm &form) {
  MemoryAccess made;
  const Instruction &example = form.shape.example.instruction;
  for (const OperandRole &role : form.shape.roles) {
    made.is_vector = made.is_vector || role.domain == Domain::vector;
    const MemoryOperand *memory = as_memory(role.operand);
    if (memory == nullptr)
      continue;
    made.reads = made.reads || (role.operand.read && example.loads);
    made.writes = made.writes || (role.operand.written && example.stores);
    made.bytes = memory->width_bytes;
  }
  return made;
}

/// The form with a register instead of memory, with the same encoding and mask.
std::optional<int> register_form(const std::string &opcode, const FormIndices &indices) {
  for (const OpcodeVariant &variant : opcode_variants(opcode, Isa::x86_64)) {
    if (!variant.drops_memory || !variant.same_operand_order)
      continue;
    if (const auto found = indices.find(variant.opcode); found != indices.end())
      return found->second;
  }
  return std::nullopt;
}

/// The simplest form that only reads or writes the same number of bytes.
std::optional<int> plain_access(const std::vector<PreparedForm> &forms, const MemoryAccess &wanted, bool writes) {
  std::optional<int> best;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const MemoryAccess access = access_of(forms[i]);
    const bool fits = access.writes == writes && access.reads != writes && access.bytes == wanted.bytes &&
                      access.is_vector == wanted.is_vector && forms[i].breakers.empty() && moves_only(forms[i]);
    if (fits && (!best || forms[i].facts.rank < forms[static_cast<std::size_t>(*best)].facts.rank))
      best = static_cast<int>(i);
  }
  return best;
}

} // namespace

void find_parts(std::vector<PreparedForm> &forms) {
  FormIndices indices;
  for (std::size_t i = 0; i < forms.size(); ++i)
    if (forms[i].variant == FormVariant::usual)
      indices.emplace(forms[i].opcode, static_cast<int>(i));
  for (PreparedForm &form : forms) {
    const MemoryAccess access = access_of(form);
    if (!access.reads || form.variant != FormVariant::usual || moves_only(form))
      continue;
    const auto operation = register_form(form.opcode, indices);
    const auto load = plain_access(forms, access, false);
    if (!operation || !load)
      continue;
    std::vector<int> parts = {*operation, *load};
    if (access.writes) {
      const auto store = plain_access(forms, access, true);
      if (!store)
        continue;
      parts.push_back(*store);
    }
    form.facts.parts = std::move(parts);
  }
}

} // namespace osaca::measure
