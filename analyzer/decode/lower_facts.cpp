// What the printers know of an opcode: its mnemonic, how wide its memory operand is, how its offsets are scaled.
#include "decode/lower.h"

#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <charconv>

namespace osaca {
namespace {

std::string_view first_word(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos)
    return {};
  const std::size_t end = text.find_first_of(" \t", begin);
  return text.substr(begin, end == std::string_view::npos ? end : end - begin);
}

std::string trimmed(std::string text) {
  const auto is_space = [](char letter) { return letter == ' ' || letter == '\t'; };
  while (!text.empty() && is_space(text.back()))
    text.pop_back();
  text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), is_space));
  std::replace(text.begin(), text.end(), '\t', ' ');
  return text;
}

} // namespace

std::string InstructionMaker::printed(llvm::MCInstPrinter &printer, const llvm::MCInst &inst) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  printer.printInst(&inst, 0, "", subtarget_, out);
  return trimmed(std::move(text));
}

/// The printer knows how offsets are scaled: the same instruction with the offset 1 shows the bytes per unit.
void InstructionMaker::find_aarch64_offset(const llvm::MCInst &inst, OpcodeFacts &facts) const {
  const llvm::MCInstrDesc &desc = target_.instructions->get(inst.getOpcode());
  if (!desc.mayLoad() && !desc.mayStore())
    return;
  llvm::MCInst probe = inst;
  const unsigned last = probe.getNumOperands();
  if (last > 0 && (probe.getOperand(last - 1).isImm() || probe.getOperand(last - 1).isExpr()))
    probe.getOperand(last - 1) = llvm::MCOperand::createImm(1);
  const std::string text = printed(*printer_, probe);
  const std::size_t bracket = text.find('[', text.find(' '));
  const std::size_t number = bracket == std::string::npos ? bracket : text.find('#', bracket);
  if (number == std::string::npos)
    return;
  std::int64_t value = 1;
  std::from_chars(text.data() + number + 1, text.data() + text.size(), value);
  const bool is_shift = text.compare(number - 1, 1, " ") == 0 && number >= 4 &&
                        (text.compare(number - 4, 3, "lsl") == 0 || text.compare(number - 4, 3, "xtw") == 0 ||
                         text.compare(number - 4, 3, "xtx") == 0);
  if (is_shift)
    facts.index_scale = 1 << (value & 7);
  else
    facts.offset_scale = value;
  facts.offset_in_vectors = text.find("mul vl") != std::string::npos;
}

OpcodeFacts InstructionMaker::find_facts(const llvm::MCInst &inst, std::string_view opcode) {
  OpcodeFacts facts;
  facts.opcode = opcode;
  if (target_.isa == Isa::x86_64) {
    llvm::MCInst bare = inst;
    bare.setFlags(0); // no lock or rep in front of the mnemonic
    const std::string text = printed(*plain_printer_, bare);
    facts.mnemonic = first_word(text);
    facts.memory_bytes = x86_memory_bytes(text);
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
