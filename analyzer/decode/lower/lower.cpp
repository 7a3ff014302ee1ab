#include "decode/lower/lower.h"

#include "decode/lower/flags_x86.h"
#include "decode/lower/register_stack_x86.h"

#include <llvm/ADT/bit.h>
#include <llvm/MC/MCExpr.h>
#include <llvm/MC/MCFixup.h>
#include <llvm/MC/MCSymbol.h>
#include <llvm/Support/Casting.h>

#include <algorithm>
#include <array>
#include <utility>

namespace osaca {
namespace {

// Control and status that every floating-point instruction touches and that no loop waits for.
bool is_ignored(std::string_view llvm_name) {
  constexpr std::array<std::string_view, 13> ignored = {"MXCSR", "FPCW", "FPCR",  "FPSR", "FPMR", "FRM", "FFLAGS",
                                                        "VXRM",  "VXSAT", "SSP",  "RIP",  "EIP",  "VG"};
  return std::find(ignored.begin(), ignored.end(), llvm_name) != ignored.end();
}

std::vector<MemoryReference> memory_references(const Lowering &lowering) {
  switch (lowering.target.isa) {
  case Isa::x86_64: return memory_of_x86(lowering);
  case Isa::aarch64: return memory_of_aarch64(lowering);
  case Isa::riscv64: break;
  }
  return memory_of_riscv(lowering);
}

Operand register_operand(const Register &reg, bool read, bool written, bool implicit = false) {
  Operand operand;
  operand.value = RegisterOperand{reg};
  operand.read = read;
  operand.written = written;
  operand.implicit = implicit;
  return operand;
}

/// Collects the operands of one instruction in their final order.
class OperandList {
public:
  /// `memory`: an empty list, for its memory.
  OperandList(const Lowering &lowering, std::vector<Operand> memory)
      : lowering_(lowering), references_(memory_references(lowering)), operands_(std::move(memory)) {}

  std::vector<Operand> build() && {
    operands_.reserve(4); // of most
    add_explicit();
    if (!lowering_.facts.opcode.starts_with("VZERO")) // clears upper halves: nobody waits for that
      add_implicit();
    return std::move(operands_);
  }

private:
  const MemoryReference *reference_at(unsigned operand) const {
    for (const MemoryReference &reference : references_)
      if (operand >= reference.first && operand < reference.first + reference.count)
        return &reference;
    return nullptr;
  }

  void add_memory(const MemoryReference &reference) {
    Operand operand;
    operand.value = reference.memory;
    operand.read = reference.read;
    operand.written = reference.written;
    operand.implicit = reference.count == 0;
    operands_.push_back(std::move(operand));
  }

  void add_explicit() {
    std::vector<int> place(lowering_.inst.getNumOperands(), -1); // of a destination in operands_
    for (unsigned i = 0; i < lowering_.inst.getNumOperands(); ++i) {
      const int tied = lowering_.tied_to(i);
      if (const MemoryReference *reference = reference_at(i)) {
        if (i == reference->first)
          add_memory(*reference);
        if (tied >= 0 && reference->updates_base)
          mark_updated(place[static_cast<std::size_t>(tied)]);
      } else if (is_unused_part_of_lea(i)) {
        continue;
      } else if (tied >= 0 && place[static_cast<std::size_t>(tied)] >= 0) {
        operands_[static_cast<std::size_t>(place[static_cast<std::size_t>(tied)])].read = true;
      } else {
        place[i] = add_plain(i);
      }
    }
    for (const MemoryReference &reference : references_)
      if (reference.count == 0)
        add_memory(reference);
  }

  /// lea's address is a sum of registers and a number: the scale and an absent displacement do not count as sources. An
  /// index alone keeps both, or it would look like a base.
  bool is_unused_part_of_lea(unsigned i) const {
    if (lowering_.target.isa != Isa::x86_64 || !lowering_.facts.opcode.starts_with("LEA") || i < 1)
      return false;
    const llvm::MCOperand &base = lowering_.inst.getOperand(1);
    if (!base.isReg() || base.getReg() == 0)
      return false;
    const llvm::MCOperand &operand = lowering_.inst.getOperand(i);
    return i == 2 || (i == 4 && operand.isImm() && operand.getImm() == 0);
  }

  void mark_updated(int place) {
    if (place < 0)
      return;
    Operand &base = operands_[static_cast<std::size_t>(place)];
    base.read = true;
    base.address_update = true;
  }

  int add_plain(unsigned i) {
    const llvm::MCOperand &operand = lowering_.inst.getOperand(i);
    if (operand.isReg())
      return add_register(i);
    if (operand.isExpr() && is_jump())
      operands_.push_back({LabelOperand{symbolic_value(operand.getExpr()).symbol}, true, false, false, false});
    else if (operand.isExpr())
      add_symbol(operand.getExpr());
    else if (operand.isImm())
      operands_.push_back({ImmediateOperand{operand.getImm(), ""}, true, false, false, false});
    else if (operand.isDFPImm())
      operands_.push_back(
          {ImmediateOperand{static_cast<std::int64_t>(operand.getDFPImm()), ""}, true, false, false, false});
    else if (operand.isSFPImm())
      operands_.push_back({ImmediateOperand{operand.getSFPImm(), ""}, true, false, false, false});
    return -1;
  }

  bool is_jump() const { return is_jump_or_call(lowering_.target, lowering_.inst); }

  void add_symbol(const llvm::MCExpr *expression) {
    SymbolicValue value = symbolic_value(expression);
    operands_.push_back({ImmediateOperand{value.addend, std::move(value.symbol)}, true, false, false, false});
  }

  int add_register(unsigned i) {
    if (!lowering_.is_register(i))
      return -1; // LLVM's "no register": an absent part
    const bool defined = i < lowering_.desc.getNumDefs();
    const Register &reg = lowering_.reg(i);
    operands_.push_back(register_operand(reg, !defined || keeps_the_rest(reg), defined));
    return static_cast<int>(operands_.size()) - 1;
  }

  /// Writes to 8 and 16 bits keep the rest of the register.
  bool keeps_the_rest(const Register &reg) const {
    return lowering_.target.isa == Isa::x86_64 && reg.kind == RegisterKind::gpr && reg.width_bits < 32;
  }

  void add_implicit() {
    const bool x86 = lowering_.target.isa == Isa::x86_64;
    std::vector<llvm::MCRegister> reads;
    std::vector<llvm::MCRegister> writes;
    bool reads_flags = false;
    bool writes_flags = false;
    const auto sort_into = [&](llvm::ArrayRef<llvm::MCPhysReg> from, std::vector<llvm::MCRegister> &to, bool &flags) {
      for (const llvm::MCPhysReg reg : from) {
        const std::string_view name = lowering_.target.registers->getName(reg);
        if (x86 && name == "EFLAGS")
          flags = true;
        else if (!is_ignored(name))
          to.emplace_back(reg);
      }
    };
    sort_into(lowering_.desc.implicit_uses(), reads, reads_flags);
    sort_into(lowering_.desc.implicit_defs(), writes, writes_flags);
    drop_what_is_not_so(reads, writes);
    for (const llvm::MCRegister reg : writes) {
      // What reads another part of the register anyway (div %bl: ax) needs no operand more to wait for it.
      const bool waits = std::any_of(reads.begin(), reads.end(), [&](llvm::MCRegister read) {
        return read != reg && lowering_.target.registers->regsOverlap(read, reg);
      });
      const bool merges = !waits && keeps_the_rest(lowering_.registers.get(reg));
      add_implicit_register(reg, merges || std::find(reads.begin(), reads.end(), reg) != reads.end(), true);
    }
    for (const llvm::MCRegister reg : reads)
      if (std::find(writes.begin(), writes.end(), reg) == writes.end())
        add_implicit_register(reg, true, false);
    if (x86)
      add_flags(reads_flags, writes_flags);
  }

  /// cqo and its like only write their second register; leave only reads rbp.
  void drop_what_is_not_so(std::vector<llvm::MCRegister> &reads, std::vector<llvm::MCRegister> &writes) const {
    const auto drop = [](std::vector<llvm::MCRegister> &from, const std::vector<llvm::MCRegister> &what) {
      std::erase_if(from, [&](llvm::MCRegister reg) { return std::find(what.begin(), what.end(), reg) != what.end(); });
    };
    const std::string_view opcode = lowering_.facts.opcode;
    if (opcode == "CQO" || opcode == "CDQ" || opcode == "CWD")
      drop(writes, std::vector(reads));
    if (opcode == "LEAVE64")
      drop(reads, {lowering_.registers.named("RSP")});
  }

  void add_implicit_register(llvm::MCRegister reg, bool read, bool written) {
    const Register &made = lowering_.registers.get(reg);
    Operand operand = register_operand(made, read, written, true);
    operand.address_update = written && made.kind == RegisterKind::stack_pointer && moves_stack();
    operands_.push_back(std::move(operand));
  }

  bool moves_stack() const {
    return lowering_.desc.isCall() || lowering_.desc.isReturn() || lowering_.facts.opcode.starts_with("PUSH") ||
           lowering_.facts.opcode.starts_with("POP");
  }

  void add_flags(bool llvm_reads, bool llvm_writes) {
    const std::string_view opcode = lowering_.facts.opcode;
    const FlagUse use = x86_flag_use(opcode, x86_condition(opcode, lowering_.inst), llvm_reads, llvm_writes);
    add_flags(RegisterTable::Flags::carry, use.reads_carry, use.writes_carry);
    add_flags(RegisterTable::Flags::others, use.reads_others, use.writes_others);
  }

  void add_flags(RegisterTable::Flags which, bool read, bool written) {
    if (read || written)
      operands_.push_back(register_operand(lowering_.registers.flags(which), read, written, true));
  }

  const Lowering &lowering_;
  std::vector<MemoryReference> references_;
  std::vector<Operand> operands_;
};

bool touches(const std::vector<Operand> &operands, RegisterKind kind) {
  return std::any_of(operands.begin(), operands.end(), [kind](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && !operand.implicit && reg->kind == kind;
  });
}

std::string branch_target(const std::vector<Operand> &operands) {
  for (const Operand &operand : operands)
    if (const auto *label = std::get_if<LabelOperand>(&operand.value))
      return label->label;
  return {};
}

/// RISC-V writes jumps, calls and returns as one instruction that keeps its return address in a register or not.
void fix_riscv_jumps(Instruction &made) {
  if (made.opcode == "PseudoTAIL") { // goes to another function and does not come back
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

void no_operands_of_nop(Instruction &made) {
  if (made.is_nop)
    made.operands.clear();
}

} // namespace

bool Lowering::is_register(unsigned operand) const {
  return operand < inst.getNumOperands() && inst.getOperand(operand).isReg() &&
         inst.getOperand(operand).getReg().isValid();
}

const Register &Lowering::reg(unsigned operand) const { return registers.get(inst.getOperand(operand).getReg()); }

int Lowering::tied_to(unsigned operand) const {
  return operand < desc.getNumOperands() ? desc.getOperandConstraint(operand, llvm::MCOI::TIED_TO) : -1;
}

bool Lowering::in_class(unsigned operand, std::string_view register_class) const {
  if (operand >= desc.getNumOperands())
    return false;
  const int number = target.instructions->getOpRegClassID(desc.operands()[operand], 0);
  return number >= 0 && target.registers->getRegClassName(&target.registers->getRegClass(
                            static_cast<unsigned>(number))) == llvm::StringRef(register_class.data(), register_class.size());
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
    return {left.symbol + "-" + right.symbol, left.addend};
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
  made.operands = OperandList(lowering, std::exchange(spare_, {})).build();
  made.size_bytes = size_bytes;
  const Traits traits =
      traits_of(target_.isa, made.opcode, made.mnemonic,
                {touches(made.operands, RegisterKind::vector), facts.has_several_elements});
  made.is_vector_packed = traits.is_vector_packed;
  made.is_scalar_fp = traits.is_scalar_fp;
  made.is_nop = traits.is_nop;
  made.is_prefetch = traits.is_prefetch;
  no_operands_of_nop(made);
  if (target_.isa == Isa::x86_64)
    add_register_stack(made, registers_);
  set_memory_use(made);
  set_control_flow(made, desc);
  return made;
}

} // namespace osaca
