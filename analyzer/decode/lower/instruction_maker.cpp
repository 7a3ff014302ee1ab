#include "decode/lower/instruction_maker.h"

#include "base/format.h"
#include "decode/lower/lowered_operands.h"

#include <algorithm>
#include <llvm/ADT/bit.h>
#include <llvm/MC/MCExpr.h>
#include <llvm/MC/MCFixup.h>
#include <llvm/MC/MCSymbol.h>
#include <llvm/Support/Casting.h>
#include <utility>

namespace osaca {

namespace {

/// LLVM's flags for the prefixes rep and repne.
constexpr unsigned repeat_flags = 4U | 8U;

std::string branch_target(const std::vector<Operand> &operands) {
  for (const Operand &operand : operands)
    if (const auto *label = std::get_if<LabelOperand>(&operand.value))
      return label->label;
  return {};
}

/// On RISC-V, jumps, calls and returns are the same instruction. They differ in the register for the return address.
void fix_riscv_jumps(Instruction &made) {
  if (made.opcode == "PseudoTAIL") { // jumps to another function and does not return
    made.is_call = made.is_return = made.is_conditional = false;
    made.is_branch = true;
  }
  const bool direct = made.opcode == "JAL";
  if (!direct && made.opcode != "JALR")
    return;
  const Register *link = made.operands.empty() ? nullptr : as_register(made.operands.front());
  const Register *target = made.operands.size() < 2 ? nullptr : as_register(made.operands[1]);
  made.is_call = link != nullptr && !link->units.empty();
  made.is_return = !made.is_call && target != nullptr && target->name == "ra";
  made.is_branch = !made.is_call && !made.is_return;
  made.is_conditional = false;
}

void set_control_flow(Instruction &made, const llvm::MCInstrDesc &desc) {
  made.is_call = desc.isCall();
  made.is_return = desc.isReturn() && !made.is_call;
  made.is_branch = desc.isBranch() && !made.is_call && !made.is_return;
  made.is_conditional = made.is_branch && desc.isConditionalBranch();
  fix_riscv_jumps(made);
  if (made.is_branch || made.is_call)
    made.branch_target = branch_target(made.operands);
}

void set_memory_use(Instruction &made) {
  for (const Operand &operand : made.operands)
    if (as_memory(operand) != nullptr) {
      made.loads = made.loads || operand.read;
      made.stores = made.stores || operand.written;
    }
}

/// RISC-V's nop, which adds 0 to the register that is always zero.
bool adds_nothing_to_zero(std::string_view opcode, const std::vector<Operand> &operands) {
  return opcode == "ADDI" && std::ranges::all_of(operands, [](const Operand &operand) {
           const Register *reg = as_register(operand);
           const auto *immediate = std::get_if<ImmediateOperand>(&operand.value);
           return reg != nullptr ? reg->units.empty()
                                 : immediate != nullptr && immediate->value == 0 && immediate->symbol.empty();
         });
}

/// For lea, whose base, scale, index, displacement and segment follow the destination.
int scale_of_address(const Lowering &lowering) {
  constexpr unsigned scale = 2;
  constexpr unsigned index = 3;
  return lowering.is_register(index) ? static_cast<int>(lowering.inst.getOperand(scale).getImm()) : 1;
}

std::optional<std::int64_t> constant_of(const std::vector<Operand> &operands) {
  for (const Operand &operand : operands)
    if (const auto *immediate = std::get_if<ImmediateOperand>(&operand.value);
        immediate != nullptr && immediate->symbol.empty())
      return immediate->value;
  return std::nullopt;
}

/// RISC-V: whether an operand is the mask, which is absent where all elements take part.
bool reads_mask(const Lowering &lowering) {
  for (unsigned i = 0; i < lowering.desc.getNumOperands(); ++i)
    if (lowering.is_register(i) && lowering.in_class(i, "VMV0"))
      return true;
  return false;
}

void set_class(Instruction &made, const OpcodeClass &opcode_class, Isa isa) {
  made.is_vector_packed = opcode_class.is_vector_packed;
  made.is_scalar_fp = opcode_class.is_scalar_fp;
  made.is_prefetch = opcode_class.is_prefetch;
  made.computes_address = opcode_class.computes_address;
  made.loads_pointer = opcode_class.loads_pointer;
  made.is_nop = opcode_class.is_nop || (isa == Isa::riscv64 && adds_nothing_to_zero(made.opcode, made.operands));
  if (made.is_nop)
    made.operands.clear();
  if (opcode_class.masks_bits)
    made.result_mask = constant_of(made.operands);
}

} // namespace

bool Lowering::is_register(unsigned operand) const {
  return operand < inst.getNumOperands() && inst.getOperand(operand).isReg() &&
         inst.getOperand(operand).getReg().isValid();
}

const SharedRegister &Lowering::shared_reg(unsigned operand) const {
  return registers.get(inst.getOperand(operand).getReg());
}

int Lowering::tied_to(unsigned operand) const {
  return operand < desc.getNumOperands() ? desc.getOperandConstraint(operand, llvm::MCOI::TIED_TO) : -1;
}

bool Lowering::in_class(unsigned operand, std::string_view register_class) const {
  if (operand >= desc.getNumOperands())
    return false;
  const int number = target.instructions->getOpRegClassID(desc.operands()[operand], 0);
  return number >= 0 &&
         target.registers->getRegClassName(&target.registers->getRegClass(static_cast<unsigned>(number))) ==
             llvm::StringRef(register_class.data(), register_class.size());
}

bool is_jump_or_call(const LlvmTarget &target, const llvm::MCInst &inst) {
  const llvm::MCInstrDesc &desc = target.instructions->get(inst.getOpcode());
  if (desc.isBranch() || desc.isCall())
    return true;
  const llvm::StringRef name = target.instructions->getName(inst.getOpcode());
  return target.isa == Isa::riscv64 && (name == "JAL" || name == "JALR");
}

void set_displacement(MemoryOperand &memory, const llvm::MCOperand &operand) {
  if (operand.isImm())
    memory.displacement = operand.getImm();
  if (operand.isExpr()) {
    SymbolicValue value = symbolic_value(operand.getExpr());
    memory.symbol = std::move(value.symbol);
    memory.displacement = value.addend;
  }
}

SymbolicValue symbolic_value(const llvm::MCExpr *expression) {
  switch (expression->getKind()) {
  case llvm::MCExpr::Constant: return {"", llvm::cast<llvm::MCConstantExpr>(expression)->getValue()};
  case llvm::MCExpr::SymbolRef: return {llvm::cast<llvm::MCSymbolRefExpr>(expression)->getSymbol().getName().str(), 0};
  case llvm::MCExpr::Specifier: return symbolic_value(llvm::cast<llvm::MCSpecifierExpr>(expression)->getSubExpr());
  case llvm::MCExpr::Binary: break;
  default: return {};
  }
  const auto *binary = llvm::cast<llvm::MCBinaryExpr>(expression);
  SymbolicValue left = symbolic_value(binary->getLHS());
  const SymbolicValue right = symbolic_value(binary->getRHS());
  const auto sum = [](std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  };
  if (binary->getOpcode() == llvm::MCBinaryExpr::Add)
    return {left.symbol.empty() ? right.symbol : left.symbol, sum(left.addend, right.addend)};
  if (binary->getOpcode() == llvm::MCBinaryExpr::Sub && right.symbol.empty())
    return {left.symbol, sum(left.addend, static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(right.addend)))};
  if (binary->getOpcode() == llvm::MCBinaryExpr::Sub)
    return {format_text("{}-{}", left.symbol, right.symbol), left.addend};
  return left;
}

InstructionMaker::InstructionMaker(const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget,
                                   llvm::MCContext &context)
    : target_(target), subtarget_(subtarget), registers_(target), printer_(target.make_printer(0)),
      plain_printer_(target.make_printer(target.isa == Isa::x86_64 ? 1 : 0)),
      emitter_(target.target->createMCCodeEmitter(*target.instructions, context)) {}

int InstructionMaker::size_of(const llvm::MCInst &inst) const {
  if (target_.isa == Isa::aarch64)
    return 4;
  if (target_.isa == Isa::riscv64)
    return static_cast<int>(target_.instructions->get(inst.getOpcode()).getSize());
  llvm::SmallVector<char, 16> bytes;
  llvm::SmallVector<llvm::MCFixup, 4> fixups;
  emitter_->encodeInstruction(inst, bytes, fixups, subtarget_);
  return static_cast<int>(bytes.size());
}

namespace {

/// If both halves of a product go to the same register, it holds the upper half, which is the first operand.
void drop_lower_half(Instruction &made) {
  if (!made.opcode.starts_with("MULX") || made.operands.size() < 2)
    return;
  const Register *upper = as_register(made.operands[0]);
  const Register *lower = as_register(made.operands[1]);
  if (upper != nullptr && lower != nullptr && *upper == *lower)
    made.operands[1].written = false;
}

} // namespace

Instruction InstructionMaker::make(const llvm::MCInst &inst, std::string_view text) {
  return make_from(inst, facts_of(inst), text.empty() ? printed(*printer_, inst) : std::string(text), size_of(inst));
}

Instruction InstructionMaker::make_sized(const llvm::MCInst &inst, int size_bytes, bool with_text) {
  const OpcodeFacts &facts = facts_of(inst);
  const bool prints = with_text || facts.mnemonic.empty();
  return make_from(inst, facts, prints ? printed(*printer_, inst) : std::string(), size_bytes);
}

Instruction InstructionMaker::make_from(const llvm::MCInst &inst, const OpcodeFacts &facts, std::string text,
                                        int size_bytes) {
  const llvm::MCInstrDesc &desc = target_.instructions->get(inst.getOpcode());
  const Lowering lowering{target_, registers_, inst, desc, facts};
  Instruction made;
  made.opcode = facts.opcode;
  made.text = std::move(text);
  made.mnemonic = mnemonic_of(facts, made.text);
  OperandsAndBase lowered = operands_of(lowering, std::exchange(spare_, {}));
  made.operands = std::move(lowered.operands);
  made.size_bytes = size_bytes;
  set_class(made, facts.opcode_class, target_.isa);
  made.is_masked = target_.isa == Isa::riscv64 && made.opcode.starts_with('V') && reads_mask(lowering);
  if (target_.isa == Isa::x86_64) {
    add_register_stack(made, registers_);
    drop_lower_half(made);
  }
  made.address_scale = made.computes_address ? scale_of_address(lowering) : 1;
  made.affine =
      lowered.moves_base ? moved_base(made, lowered.moves_base_by) : affine_result(facts.opcode_class.affine, made);
  set_memory_use(made);
  set_control_flow(made, desc);
  made.repeats =
      target_.isa == Isa::x86_64 && (inst.getFlags() & repeat_flags) != 0 && is_string_operation(facts.opcode);
  return made;
}

} // namespace osaca
