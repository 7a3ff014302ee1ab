// Properties of opcodes that LLVM's printers know: the mnemonic, the width of the memory operand, the scale of offsets.
#include "base/text.h"
#include "decode/lower/instruction_maker.h"

#include <algorithm>
#include <cctype>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/raw_ostream.h>

namespace osaca {

namespace {

/// The mnemonic, without x86 encoding names ("{evex}").
std::string_view first_word(std::string_view text) {
  std::size_t begin = text.find_first_not_of(" \t");
  while (begin != std::string_view::npos && text[begin] == '{')
    begin = text.find_first_not_of(" \t", std::min(text.find('}', begin), text.size() - 1) + 1);
  if (begin == std::string_view::npos)
    return {};
  const std::size_t end = text.find_first_of(" \t", begin);
  return text.substr(begin, end == std::string_view::npos ? end : end - begin);
}

std::string trimmed(std::string text) {
  const auto is_space = [](char letter) { return letter == ' ' || letter == '\t'; };
  while (!text.empty() && is_space(text.back()))
    text.pop_back();
  text.erase(text.begin(), std::ranges::find_if_not(text, is_space));
  std::ranges::replace(text, '\t', ' ');
  return text;
}

/// The instruction without symbols, because their names could be those of registers.
llvm::MCInst without_symbols(llvm::MCInst inst) {
  for (llvm::MCOperand &operand : inst)
    if (operand.isExpr())
      operand = llvm::MCOperand::createImm(0);
  return inst;
}

/// AArch64: true for "z0.d", "q0", "v0.4s", but not for "d0", "v0.d[1]", "{ v0.d }[1]" and "v0.1d". Register classes do
/// not help: a 64-bit vector has the same class as a double.
bool names_several_elements(std::string_view text) {
  const auto is_digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i]));
  };
  const auto begins_word = [&](std::size_t i) {
    return i > 0 && !std::isalnum(static_cast<unsigned char>(text[i - 1]));
  };
  for (std::size_t i = text.find(' '); i < text.size(); ++i) {
    if (!begins_word(i) || !is_digit(i + 1))
      continue;
    if (text[i] == 'z' || text[i] == 'q')
      return true;
    if (text[i] != 'v')
      continue;
    const std::size_t end = text.find_first_not_of("0123456789", i + 1);
    if (end < text.size() && text[end] == '.' && is_digit(end + 1) && !(text[end + 1] == '1' && !is_digit(end + 2)))
      return true;
  }
  return false;
}

/// One register of each class among the explicit operands, without those of addresses.
std::vector<const Register *> example_registers(const LlvmTarget &target, RegisterTable &registers,
                                                const llvm::MCInstrDesc &desc) {
  std::vector<const Register *> examples;
  for (const llvm::MCOperandInfo &operand : desc.operands()) {
    const int number = target.instructions->getOpRegClassID(operand, 0);
    // The class of a pointer depends on the mode of the processor. In this case LLVM's number is not a register class.
    if (number < 0 || static_cast<unsigned>(number) >= target.registers->getNumRegClasses() ||
        operand.OperandType == llvm::MCOI::OPERAND_MEMORY)
      continue;
    const llvm::MCRegisterClass &group = target.registers->getRegClass(static_cast<unsigned>(number));
    if (group.getNumRegs() > 0)
      examples.push_back(&*registers.get(*group.begin()));
  }
  return examples;
}

} // namespace

std::string InstructionMaker::printed(llvm::MCInstPrinter &printer, const llvm::MCInst &inst) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  printer.printInst(&inst, 0, "", subtarget_, out);
  return trimmed(std::move(text));
}

/// Finds the scale of offsets with the printer: the same instruction, printed with the offset 1, shows the bytes per
/// unit. A structure load or store that moves its base shows the number of bytes if its register is replaced by xzr.
void InstructionMaker::find_aarch64_offset(const llvm::MCInst &inst, OpcodeFacts &facts) const {
  const llvm::MCInstrDesc &desc = target_.instructions->get(inst.getOpcode());
  if (!desc.mayLoad() && !desc.mayStore())
    return;
  llvm::MCInst probe = inst;
  const unsigned last = probe.getNumOperands();
  if (last > 0 && (probe.getOperand(last - 1).isImm() || probe.getOperand(last - 1).isExpr()))
    probe.getOperand(last - 1) = llvm::MCOperand::createImm(1);
  else if (last > 0 && facts.opcode.ends_with("_POST"))
    probe.getOperand(last - 1) = llvm::MCOperand::createReg(registers_.named("XZR"));
  const std::string text = printed(*printer_, probe);
  const std::size_t bracket = text.find('[', text.find(' '));
  const std::size_t number = bracket == std::string::npos ? bracket : text.find('#', bracket);
  if (number == std::string::npos)
    return;
  std::string_view rest = std::string_view(text).substr(number + 1);
  const std::int64_t value = take_number<std::int64_t>(rest).value_or(1);
  const bool is_shift = text.compare(number - 1, 1, " ") == 0 && number >= 4 &&
                        (text.compare(number - 4, 3, "lsl") == 0 || text.compare(number - 4, 3, "xtw") == 0 ||
                         text.compare(number - 4, 3, "xtx") == 0);
  if (is_shift)
    facts.index_scale = 1 << (value & 7);
  else
    facts.offset_scale = value;
  facts.offset_in_vectors = text.find("mul vl") != std::string::npos;
}

OpcodeClass InstructionMaker::class_of(const llvm::MCInst &inst, std::string_view opcode) {
  const llvm::MCInstrDesc &desc = target_.instructions->get(inst.getOpcode());
  OpcodeDescription described;
  described.opcode = opcode;
  described.mnemonic = first_word(plain_printer_->getMnemonic(inst).first);
  described.accesses_memory = desc.mayLoad() || desc.mayStore();
  for (const Register *reg : example_registers(target_, registers_, desc))
    if (reg->kind == RegisterKind::vector) {
      described.has_vector_register = true;
      described.has_several_elements |= reg->width_bits == 0; // RISC-V: the number of elements depends on vl
    }
  switch (target_.isa) {
  case Isa::x86_64: return x86_class(described);
  case Isa::riscv64: return riscv_class(described);
  case Isa::aarch64: break;
  }
  described.has_several_elements = names_several_elements(printed(*printer_, without_symbols(inst)));
  described.follows_fp_control = llvm::is_contained(desc.implicit_uses(), registers_.named("FPCR").id());
  return aarch64_class(described);
}

OpcodeFacts InstructionMaker::find_facts(const llvm::MCInst &inst, std::string_view opcode) {
  OpcodeFacts facts;
  facts.opcode = opcode;
  facts.opcode_class = class_of(inst, opcode);
  if (target_.isa == Isa::x86_64) {
    llvm::MCInst bare = inst;
    bare.setFlags(0); // no lock or rep in front of the mnemonic
    const std::string text = printed(*plain_printer_, bare);
    facts.mnemonic = first_word(text);
    facts.memory_bytes = x86_memory_bytes(text);
    const llvm::MCInstrDesc &desc = target_.instructions->get(inst.getOpcode());
    const auto flags = registers_.named("EFLAGS").id();
    facts.flag_use = x86_flag_use(opcode, x86_condition(opcode, inst), llvm::is_contained(desc.implicit_uses(), flags),
                                  llvm::is_contained(desc.implicit_defs(), flags));
  }
  if (target_.isa == Isa::aarch64) {
    facts.llvm_mnemonic = first_word(printer_->getMnemonic(inst).first);
    find_aarch64_offset(inst, facts);
  }
  return facts;
}

const OpcodeFacts &InstructionMaker::facts_of(const llvm::MCInst &inst) {
  const llvm::StringRef opcode = target_.instructions->getName(inst.getOpcode());
  const std::string_view name(opcode.data(), opcode.size());
  std::uint64_t key = std::uint64_t{inst.getOpcode()} << 16U;
  if (target_.isa == Isa::x86_64) {
    key |= static_cast<std::uint64_t>(x86_condition(name, inst) + 1);
    // Comparisons carry the predicate of their mnemonic in the last operand.
    if (name.find("CMP") != std::string_view::npos && inst.getNumOperands() > 0 &&
        inst.getOperand(inst.getNumOperands() - 1).isImm())
      key |= (static_cast<std::uint64_t>(inst.getOperand(inst.getNumOperands() - 1).getImm()) & 0xffU) << 8U;
  }
  const auto known = facts_.find(key);
  if (known != facts_.end())
    return known->second;
  return facts_.emplace(key, find_facts(inst, name)).first->second;
}

std::string InstructionMaker::mnemonic_of(const OpcodeFacts &facts, std::string_view text) const {
  return facts.mnemonic.empty() ? std::string(first_word(text)) : facts.mnemonic;
}

} // namespace osaca
