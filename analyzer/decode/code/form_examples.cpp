#include "decode/code/form_examples.h"

#include "base/index.h"
#include "base/text.h"
#include "decode/llvm/target.h"

#include <algorithm>
#include <array>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <set>

namespace osaca {

namespace {

/// The mnemonic without x86 encoding names ("{evex}").
std::string plain_mnemonic(std::string_view text) {
  text = trimmed(text);
  while (text.starts_with('{') && contains(text, "}"))
    text = trimmed(text.substr(text.find('}') + 1));
  return std::string(text.substr(0, text.find_first_of(" \t")));
}

} // namespace

std::vector<FormNames> form_names(Isa isa) {
  const LlvmTarget &target = llvm_target(isa);
  std::vector<std::unique_ptr<llvm::MCInstPrinter>> printers;
  printers.push_back(target.make_printer(isa == Isa::x86_64 ? 1 : 0));
  if (isa == Isa::x86_64)
    printers.push_back(target.make_printer(0));
  std::vector<FormNames> all;
  for (unsigned number = 0; number < target.instructions->getNumOpcodes(); ++number) {
    if (!is_of_machine(target.instructions->get(number)))
      continue;
    FormNames names{target.instructions->getName(number).str(), {}};
    llvm::MCInst inst;
    inst.setOpcode(number);
    for (const auto &printer : printers) {
      const char *text = printer->getMnemonic(inst).first;
      std::string mnemonic = plain_mnemonic(text == nullptr ? "" : text);
      if (!mnemonic.empty() && std::ranges::find(names.mnemonics, mnemonic) == names.mnemonics.end())
        names.mnemonics.push_back(std::move(mnemonic));
    }
    all.push_back(std::move(names));
  }
  return all;
}

namespace {

using Part = FormOperand::MemoryPart;
using UsedUnits = std::set<std::uint16_t>;

/// Tried in this order until one can be encoded. RISC-V's rounding mode is a number too, and 7 is the usual one.
constexpr std::array<OperandChoice, 10> tried_immediates = {3, 5, 2, 1, 0, 7, 8, 16, 4, 64};
constexpr std::array<OperandChoice, 10> tried_immediates_riscv = {7, 3, 5, 2, 1, 0, 8, 16, 4, 64};

class ExampleMaker {
public:
  ExampleMaker(InstructionEncoder &encoder, const InstructionForm &form) : encoder_(encoder), form_(form) {}

  /// `masked`: operands with only one possible register (masks of RISC-V) have it; otherwise they have none.
  [[nodiscard]] Expected<EncodedInstruction> make(OperandChoice immediate, bool masked) const {
    UsedUnits avoided;
    Expected<EncodedInstruction> made = encode(immediate, masked, avoided);
    if (!made)
      return made;
    for (const Operand &operand : made->instruction.operands)
      if (const Register *reg = as_register(operand); reg != nullptr && operand.implicit)
        use(*reg, avoided);
    if (!avoided.empty()) // now without the registers that it uses implicitly
      made = encode(immediate, masked, avoided);
    if (made && made->instruction.opcode != form_.opcode)
      return Error{"the same machine code as " + made->instruction.opcode};
    return made;
  }

private:
  static void use(const Register &reg, UsedUnits &used) { used.insert(reg.units.begin(), reg.units.end()); }

  [[nodiscard]] Expected<EncodedInstruction> encode(OperandChoice immediate, bool masked, UsedUnits used) const {
    std::vector<OperandChoice> choices;
    for (const FormOperand &operand : form_.operands) {
      if (operand.kind == FormOperand::Kind::label)
        return Error{"an operand is a code label"};
      choices.push_back(choice_of(operand, choices, immediate, masked, used));
      const bool is_optional = operand.part != Part::none || operand.registers.size() == 1;
      if (operand.kind == FormOperand::Kind::reg && choices.back() == 0 && !is_optional)
        return Error{"there are not enough registers for its operands"};
    }
    return encoder_.encode(form_, choices);
  }

  [[nodiscard]] OperandChoice choice_of(const FormOperand &operand, const std::vector<OperandChoice> &choices,
                                        OperandChoice immediate, bool masked, UsedUnits &used) const {
    if (operand.tied_to >= 0 && at(operand.tied_to) < choices.size())
      return choices[at(operand.tied_to)];
    switch (operand.part) {
    case Part::scale: return 1;
    case Part::segment: return 0;
    case Part::displacement: return form_.loads || form_.stores ? 0 : immediate;
    case Part::base: {
      const RegisterNumber base = encoder_.register_named("RDI");
      use(encoder_.register_of(base), used);
      return base;
    }
    case Part::index: return is_vector(operand) ? free_register(operand, used) : RegisterNumber{0};
    case Part::none: break;
    }
    if (operand.kind != FormOperand::Kind::reg)
      return immediate;
    if (operand.registers.size() == 1)
      return masked ? operand.registers.front() : RegisterNumber{0};
    return free_register(operand, used);
  }

  [[nodiscard]] bool is_vector(const FormOperand &operand) const {
    return !operand.registers.empty() && encoder_.register_of(operand.registers.front()).kind == RegisterKind::vector;
  }

  /// 0: none is free.
  [[nodiscard]] RegisterNumber free_register(const FormOperand &operand, UsedUnits &used) const {
    for (const RegisterNumber number : operand.registers) {
      const Register &reg = encoder_.register_of(number);
      const bool is_plain = !reg.units.empty() && reg.kind != RegisterKind::stack_pointer &&
                            reg.kind != RegisterKind::program_counter &&
                            !(reg.width_bits == 8 && reg.name.ends_with('h'));
      if (!is_plain || std::ranges::any_of(reg.units, [&](std::uint16_t unit) { return used.contains(unit); }))
        continue;
      use(reg, used);
      return number;
    }
    return 0;
  }

  InstructionEncoder &encoder_;
  const InstructionForm &form_;
};

} // namespace

Expected<EncodedInstruction> encode_example(InstructionEncoder &encoder, const InstructionForm &form) {
  const ExampleMaker maker(encoder, form);
  const bool is_x86 = encoder.register_named("RDI") != 0;
  const bool is_riscv = encoder.register_named("X10") != 0 && encoder.register_named("XZR") == 0 && !is_x86;
  const bool has_immediate = std::ranges::any_of(form.operands, [](const FormOperand &operand) {
    return operand.kind == FormOperand::Kind::immediate && operand.part == Part::none;
  });
  Expected<EncodedInstruction> made = Error{"it cannot be encoded in this mode of the processor"};
  for (const OperandChoice immediate : is_riscv ? tried_immediates_riscv : tried_immediates) {
    for (const bool masked : {false, true}) {
      made = maker.make(immediate, masked);
      if (made)
        return made;
    }
    if (!has_immediate)
      break;
  }
  return made;
}

} // namespace osaca
