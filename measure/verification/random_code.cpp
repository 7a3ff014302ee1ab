#include "measure/verification/verify.h"

#include "base/format.h"
#include "base/index.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <unordered_map>

namespace osaca::measure::verification {
namespace {

constexpr std::array<const char *, 7> changed_registers = {"RAX", "RBX", "R8", "R9", "R10", "R11", "RBP"};
constexpr std::array<const char *, 2> constant_registers = {"R12", "R13"};
constexpr const char *load_base = "RSI";
constexpr const char *store_base = "RDI";
constexpr const char *loop_index = "RCX";
constexpr int changed_vectors = 12; // in addition to four that nothing writes
constexpr int all_vectors = 16;
// All bases may hold the same address: different displacements keep loads and stores apart.
constexpr int first_store = 0x200;
constexpr int first_shared = 0x400;
constexpr int places = 14; // of 32 bytes

enum class Encoding { any, legacy, vex };

struct UsableForm {
  FormShape shape;
  int weight = 1;
  bool loads = false;
  bool stores = false;
  bool is_vector = false;
  Encoding encoding = Encoding::any;
};

bool is_division(const Instruction &instruction) {
  return instruction.mnemonic.starts_with("div") || instruction.mnemonic.starts_with("idiv");
}

/// Whether the operands can be chosen. Allowed are registers and memory, flags in addition, and fixed registers if they
/// do not hold addresses.
bool is_usable(const FormShape &shape) {
  const Instruction &instruction = shape.example.instruction;
  if (is_division(instruction) || instruction.is_prefetch || instruction.is_nop || instruction.register_stack ||
      instruction.is_branch || instruction.is_call || instruction.is_return || instruction.mnemonic.starts_with("rep"))
    return false;
  return std::ranges::all_of(shape.roles, [](const OperandRole &role) {
    if (const MemoryOperand *memory = as_memory(role.operand))
      return !role.operand.implicit && !memory->is_gather_scatter && !memory->segment && role.base_operand >= 0 &&
             role.displacement_operand >= 0;
    if (as_register(role.operand) == nullptr)
      return true;
    if (!role.domain || role.operand.address_update)
      return false;
    if (role.operand.implicit && *role.domain == Domain::general)
      return as_register(role.operand)->name.find('d') == std::string::npos || !role.operand.written;
    return *role.domain != Domain::mask && *role.domain != Domain::second_vector;
  });
}

UsableForm described(FormShape shape, int weight) {
  UsableForm made;
  const Instruction &instruction = shape.example.instruction;
  made.weight = weight;
  made.loads = instruction.loads;
  made.stores = instruction.stores;
  for (const OperandRole &role : shape.roles)
    made.is_vector = made.is_vector || (role.domain && *role.domain == Domain::vector);
  if (made.is_vector)
    made.encoding = instruction.mnemonic.starts_with("v") ? Encoding::vex : Encoding::legacy;
  made.shape = std::move(shape);
  return made;
}

bool belongs(const UsableForm &form, CodeGroup group) {
  switch (group) {
  case CodeGroup::integer: return !form.is_vector && !form.loads && !form.stores;
  case CodeGroup::vector: return form.is_vector && !form.loads && !form.stores;
  case CodeGroup::loads: return !form.stores;
  case CodeGroup::stores: return !form.loads;
  case CodeGroup::memory_operands: return true;
  case CodeGroup::chains: return !form.stores;
  case CodeGroup::through_memory: return true;
  case CodeGroup::mixed:
  case CodeGroup::loops: return true;
  }
  return true;
}

/// How much more often forms of the group's own kind are chosen.
int emphasis(const UsableForm &form, CodeGroup group) {
  constexpr int much = 6;
  const bool wanted = (group == CodeGroup::loads && form.loads) || (group == CodeGroup::stores && form.stores) ||
                      (group == CodeGroup::memory_operands && form.loads && form.shape.roles.size() > 2) ||
                      (group == CodeGroup::through_memory && (form.loads || form.stores));
  return wanted ? much : 1;
}

/// Frequent forms are chosen often and others sometimes; the square root of the weight balances the two.
long weight_of(const UsableForm &form, CodeGroup group) {
  return std::max<long>(1, std::lround(10 * std::sqrt(form.weight))) * emphasis(form, group);
}

} // namespace

std::string_view name_of(CodeGroup group) {
  switch (group) {
  case CodeGroup::integer: return "integer";
  case CodeGroup::vector: return "vector";
  case CodeGroup::loads: return "loads";
  case CodeGroup::stores: return "stores";
  case CodeGroup::memory_operands: return "memory operands";
  case CodeGroup::chains: return "chains";
  case CodeGroup::through_memory: return "through memory";
  case CodeGroup::mixed: return "mixed";
  case CodeGroup::loops: return "loops";
  }
  return "";
}

std::string_view text_of(CodeGroup group) {
  switch (group) {
  case CodeGroup::integer: return "operations on general registers (execution units and rename)";
  case CodeGroup::vector: return "operations on vector registers (execution units)";
  case CodeGroup::loads: return "loads (loads per cycle)";
  case CodeGroup::stores: return "stores (stores and commits per cycle)";
  case CodeGroup::memory_operands: return "operations with a memory operand (dispatch slots and execution units)";
  case CodeGroup::chains: return "chains (latencies)";
  case CodeGroup::through_memory: return "values that pass through memory (store forwarding and memory renaming)";
  case CodeGroup::mixed: return "mixes of everything (dispatch and choice of units)";
  case CodeGroup::loops: return "loops (front end, jumps and changing addresses)";
  }
  return "";
}

struct CodeMaker::State {
  State(std::uint64_t seed)
      : encoder(Isa::x86_64), description(describe(Isa::x86_64, VectorEncoding::avx512)), chooser(description, encoder),
        random(seed) {}

  /// The result is the same on every machine, unlike that of the library's distributions.
  int below(int limit) { return static_cast<int>(random() % static_cast<std::uint64_t>(std::max(limit, 1))); }

  InstructionEncoder encoder;
  IsaDescription description;
  OperandChooser chooser;
  std::mt19937_64 random;
  std::vector<UsableForm> forms;
};

namespace {

/// The registers of one piece of code: few registers give chains, many give none.
struct Registers {
  int general = changed_registers.size();
  int vectors = changed_vectors;
  bool with_constants = true; ///< sources are sometimes registers that nothing writes
  bool in_loop = false;
  bool shares_memory = false; ///< loads read what stores write
  Encoding encoding = Encoding::vex;
};

template <class Below>
std::string register_for(Domain domain, bool written, const Registers &registers, Below &&below) {
  const bool constant = !written && registers.with_constants && below(2) == 0;
  if (domain == Domain::general)
    return constant ? constant_registers[at(below(constant_registers.size()))]
                    : changed_registers[at(below(registers.general))];
  const int number = constant ? changed_vectors + below(all_vectors - changed_vectors) : below(registers.vectors);
  return format_text("ZMM{}", number);
}

/// The 64-bit register, since programs use addresses of this width.
OperandWish address_register(InstructionEncoder &encoder, const char *name) {
  return {"", encoder.register_named(name)};
}

template <class Below>
void wish_memory(const UsableForm &form, const OperandRole &role, const Registers &registers,
                 InstructionEncoder &encoder, OperandWishes &wishes, Below &&below) {
  const MemoryOperand &memory = *as_memory(role.operand);
  const bool writes = role.operand.written;
  const int width = std::clamp(memory.width_bytes, 1, 64);
  int place = below(places) * std::max(width, 32);
  if (registers.in_loop)
    place = below(4) * std::max(width, 32);
  if (registers.shares_memory)
    place = first_shared + below(2) * 64;
  else if (writes && !registers.in_loop)
    place += first_store;
  const bool by_store_base = writes || registers.shares_memory;
  wishes[role.base_operand] = address_register(encoder, by_store_base ? store_base : load_base);
  wishes[role.displacement_operand] = {"", place % 0x800};
  if (registers.in_loop && role.index_operand >= 0 &&
      !form.shape.form.operands[at(role.index_operand)].registers.empty())
    wishes[role.index_operand] = address_register(encoder, loop_index);
}

template <class Below>
OperandWishes wishes_for(const UsableForm &form, const Registers &registers, InstructionEncoder &encoder,
                         Below &&below) {
  OperandWishes wishes;
  for (const OperandRole &role : form.shape.roles) {
    if (as_memory(role.operand) != nullptr)
      wish_memory(form, role, registers, encoder, wishes, below);
    else if (as_register(role.operand) != nullptr && role.form_operand >= 0 && role.domain)
      wishes[role.form_operand] = {register_for(*role.domain, role.operand.written, registers, below), 0};
  }
  return wishes;
}

} // namespace

CodeMaker::CodeMaker(std::unique_ptr<State> state) : state_(std::move(state)) {}
CodeMaker::CodeMaker(CodeMaker &&) noexcept = default;
CodeMaker::~CodeMaker() = default;

Expected<CodeMaker> CodeMaker::create(const std::vector<WeightedForm> &forms, std::uint64_t seed) {
  constexpr std::size_t fewest = 12;
  auto state = std::make_unique<State>(seed);
  std::unordered_map<std::string, InstructionForm> known;
  for (InstructionForm &form : instruction_forms(Isa::x86_64))
    if (form.group == InstructionForm::Group::ordinary)
      known.emplace(form.opcode, std::move(form));
  for (const WeightedForm &wanted : forms) {
    const auto found = known.find(wanted.opcode);
    if (found == known.end())
      continue;
    ShapeChoice shape = state->chooser.shape(found->second);
    if (shape.made && is_usable(*shape.made))
      state->forms.push_back(described(std::move(shape.made).value(), std::max(wanted.weight, 1)));
  }
  if (state->forms.size() < fewest)
    return Error{format_text("too few measured forms to generate random code: {}", state->forms.size())};
  return CodeMaker(std::move(state));
}

RandomCode CodeMaker::make(CodeGroup group) {
  constexpr int fewest = 2;
  constexpr int most_more = 9;
  State &state = *state_;
  const auto below = [&](int limit) { return state.below(limit); };
  Registers registers;
  registers.encoding = below(4) == 0 ? Encoding::legacy : Encoding::vex;
  registers.in_loop = group == CodeGroup::loops;
  registers.shares_memory = group == CodeGroup::through_memory;
  if (group == CodeGroup::chains || registers.shares_memory) {
    registers.general = 2;
    registers.vectors = 2;
    registers.with_constants = false;
  }
  std::vector<const UsableForm *> usable;
  long total = 0;
  for (const UsableForm &form : state.forms)
    if (belongs(form, group) && (form.encoding == Encoding::any || form.encoding == registers.encoding)) {
      usable.push_back(&form);
      total += weight_of(form, group);
    }
  RandomCode made;
  made.group = group;
  const int count = fewest + below(most_more);
  for (int attempt = 0; attempt < 10 * count && static_cast<int>(made.texts.size()) < count && total > 0; ++attempt) {
    long drawn = static_cast<long>(state.random() % static_cast<std::uint64_t>(total));
    const UsableForm *chosen = nullptr;
    for (const UsableForm *form : usable)
      if ((drawn -= weight_of(*form, group)) < 0) {
        chosen = form;
        break;
      }
    const auto code = state.chooser.encode(chosen->shape, wishes_for(*chosen, registers, state.encoder, below));
    if (!code)
      continue; // these registers cannot be combined in this form
    made.texts.push_back(code->instruction.text);
    made.bytes.insert(made.bytes.end(), code->bytes.begin(), code->bytes.end());
  }
  return made;
}

std::string assembly_of(const RandomCode &loop) {
  std::string text = "\t.text\nrandom_loop:\n.Lloop:\n";
  for (const std::string &one : loop.texts)
    text += format_text("\t{}\n", one);
  return text + "\taddq $128, %rcx\n\tcmpq %rdx, %rcx\n\tjne .Lloop\n\tret\n";
}

} // namespace osaca::measure::verification
