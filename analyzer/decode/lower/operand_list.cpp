#include "decode/lower/lowered_operands.h"

#include "base/index.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/MC/MCExpr.h>

#include <algorithm>
#include <array>
#include <utility>

namespace osaca {
namespace {

// Control and status registers that every floating-point instruction uses, and that no loop waits for.
bool is_ignored(std::string_view llvm_name) {
  constexpr std::array<std::string_view, 13> ignored = {"MXCSR", "FPCW",  "FPCR", "FPSR", "FPMR", "FRM", "FFLAGS",
                                                        "VXRM",  "VXSAT", "SSP",  "RIP",  "EIP",  "VG"};
  return std::ranges::find(ignored, llvm_name) != ignored.end();
}

MemoryReferences memory_references(const Lowering &lowering) {
  switch (lowering.target.isa) {
  case Isa::x86_64: return memory_of_x86(lowering);
  case Isa::aarch64: return memory_of_aarch64(lowering);
  case Isa::riscv64: break;
  }
  return memory_of_riscv(lowering);
}

constexpr unsigned largest_number = 127;

/// Collects the operands of one instruction in their final order.
class OperandList {
public:
  /// `memory` is an empty list, whose capacity is reused.
  OperandList(const Lowering &lowering, std::vector<Operand> memory)
      : lowering_(lowering), references_(memory_references(lowering)), operands_(std::move(memory)) {}

  OperandsAndBase build() && {
    operands_.reserve(4); // enough for most instructions
    add_explicit();
    if (!clears_upper_halves()) // no instruction waits for upper halves that are cleared
      add_implicit();
    OperandsAndBase built{std::move(operands_), false, std::nullopt};
    for (const MemoryReference &reference : references_)
      if (reference.updates_base || reference.moves_stack) {
        built.moves_base = true;
        built.moves_base_by = reference.moves_base_by;
      }
    return built;
  }

private:
  bool clears_upper_halves() const {
    return lowering_.facts.opcode == "VZEROUPPER" || lowering_.facts.opcode == "VZEROALL";
  }

  MemoryReference *reference_at(unsigned operand) {
    for (MemoryReference &reference : references_)
      if (operand >= reference.first && operand < reference.first + reference.count)
        return &reference;
    return nullptr;
  }

  /// LLVM numbers all explicit operands after the results, including those that are not registers.
  [[nodiscard]] std::int8_t read_number(unsigned operand) const {
    const unsigned defs = lowering_.desc.getNumDefs();
    return operand < defs || operand - defs > largest_number ? std::int8_t{-1}
                                                             : static_cast<std::int8_t>(operand - defs);
  }

  /// Moves the address out of the reference.
  void add_memory(MemoryReference &reference) {
    Operand &operand = operands_.emplace_back();
    if (reference.count > 0) {
      const unsigned index_behind_base = lowering_.target.isa == Isa::x86_64 ? 2 : 1; // the scale is between them
      operand.read_number = read_number(reference.first);
      operand.index_read_number = read_number(reference.first + index_behind_base);
    }
    operand.value = std::move(reference.memory);
    operand.read = reference.read;
    operand.written = reference.written;
    operand.implicit = reference.count == 0;
  }

  void add_explicit() {
    llvm::SmallVector<int, 16> place(lowering_.inst.getNumOperands(),
                                     -1); // per operand: index of a destination in operands_
    for (unsigned i = 0; i < lowering_.inst.getNumOperands(); ++i) {
      const int tied = lowering_.tied_to(i);
      if (MemoryReference *reference = reference_at(i)) {
        if (i == reference->first)
          add_memory(*reference);
        if (tied >= 0 && reference->updates_base)
          mark_updated(place[at(tied)]);
      } else if (is_unused_part_of_lea(i)) {
        continue;
      } else if (tied >= 0 && place[at(tied)] >= 0) {
        operands_[at(place[at(tied)])].read = true;
        operands_[at(place[at(tied)])].read_number = read_number(i);
      } else {
        place[i] = add_plain(i);
      }
    }
    for (MemoryReference &reference : references_)
      if (reference.count == 0)
        add_memory(reference);
  }

  /// The address of lea is a sum of registers and a number. The scale and a missing displacement are not sources,
  /// except with an index alone, which would otherwise look like a base.
  bool is_unused_part_of_lea(unsigned i) const {
    if (!lowering_.facts.opcode_class.computes_address || i < 1)
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
    Operand &base = operands_[at(place)];
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

  Operand &add_register_operand(const SharedRegister &reg, bool read, bool written, bool implicit) {
    Operand &operand = operands_.emplace_back();
    operand.value = RegisterOperand{reg};
    operand.read = read;
    operand.written = written;
    operand.implicit = implicit;
    return operand;
  }

  int add_register(unsigned i) {
    if (!lowering_.is_register(i))
      return -1; // LLVM's "no register": an absent part
    const bool defined = i < lowering_.desc.getNumDefs();
    const SharedRegister &reg = lowering_.shared_reg(i);
    Operand &operand = add_register_operand(reg, !defined || keeps_the_rest(*reg), defined, false);
    if (defined && i <= largest_number)
      operand.write_number = static_cast<std::int8_t>(i);
    operand.read_number = read_number(i);
    return static_cast<int>(operands_.size()) - 1;
  }

  /// Writes of 8 and 16 bits keep the rest of the register.
  bool keeps_the_rest(const Register &reg) const {
    return lowering_.target.isa == Isa::x86_64 && reg.kind == RegisterKind::gpr && reg.width_bits < 32;
  }

  using Registers = llvm::SmallVector<llvm::MCRegister, 4>;

  void add_implicit() {
    const bool x86 = lowering_.target.isa == Isa::x86_64;
    const auto counting = [&](llvm::ArrayRef<llvm::MCPhysReg> from) {
      Registers made;
      for (const llvm::MCPhysReg reg : from)
        if (const std::string_view name = lowering_.target.registers->getName(reg);
            !(x86 && name == "EFLAGS") && !is_ignored(name))
          made.emplace_back(reg);
      return made;
    };
    Registers reads = counting(lowering_.desc.implicit_uses());
    Registers writes = counting(lowering_.desc.implicit_defs());
    drop_false_operands(reads, writes);
    for (const llvm::MCRegister reg : writes) {
      // If the instruction reads an overlapping register anyway (div %bl: ax), it needs no additional operand to wait
      // for it.
      const bool waits = std::ranges::any_of(reads, [&](llvm::MCRegister read) {
        return read != reg && lowering_.target.registers->regsOverlap(read, reg);
      });
      const bool merges = !waits && keeps_the_rest(*lowering_.registers.get(reg));
      add_implicit_register(reg, merges || std::ranges::find(reads, reg) != reads.end(), true);
    }
    for (const llvm::MCRegister reg : reads)
      if (std::ranges::find(writes, reg) == writes.end())
        add_implicit_register(reg, true, false);
    if (x86)
      add_flags();
  }

  /// cqo and similar instructions only write their second register; leave only reads rbp.
  void drop_false_operands(Registers &reads, Registers &writes) const {
    const auto drop = [](Registers &from, const Registers &what) {
      llvm::erase_if(from, [&](llvm::MCRegister reg) { return llvm::is_contained(what, reg); });
    };
    const std::string_view opcode = lowering_.facts.opcode;
    if (opcode == "CQO" || opcode == "CDQ" || opcode == "CWD")
      drop(writes, Registers(reads));
    if (opcode == "LEAVE64")
      drop(reads, {lowering_.registers.named("RSP")});
  }

  void add_implicit_register(llvm::MCRegister reg, bool read, bool written) {
    const SharedRegister &made = lowering_.registers.get(reg);
    Operand &operand = add_register_operand(made, read, written, true);
    operand.read_number = read ? number_of(reg, lowering_.desc.implicit_uses(), explicit_uses()) : std::int8_t{-1};
    operand.write_number =
        written ? number_of(reg, lowering_.desc.implicit_defs(), lowering_.desc.getNumDefs()) : std::int8_t{-1};
    operand.address_update =
        written && (made->kind == RegisterKind::stack_pointer ? moves_stack() : is_pointer_of_string(*made));
  }

  [[nodiscard]] unsigned explicit_uses() const { return lowering_.desc.getNumOperands() - lowering_.desc.getNumDefs(); }

  /// LLVM numbers implicit operands after explicit ones.
  [[nodiscard]] static std::int8_t number_of(llvm::MCRegister reg, llvm::ArrayRef<llvm::MCPhysReg> among,
                                             unsigned explicit_count) {
    const auto place = static_cast<unsigned>(std::ranges::find(among, reg.id()) - among.begin());
    return place == among.size() || explicit_count + place > largest_number
               ? std::int8_t{-1}
               : static_cast<std::int8_t>(explicit_count + place);
  }

  /// Whether it is rdi or rsi, which string operations move.
  bool is_pointer_of_string(const Register &reg) const {
    return lowering_.target.isa == Isa::x86_64 && is_string_operation(lowering_.facts.opcode) &&
           reg.kind == RegisterKind::gpr && (reg.name.ends_with("di") || reg.name.ends_with("si"));
  }

  bool moves_stack() const {
    return lowering_.desc.isCall() || lowering_.desc.isReturn() || lowering_.facts.opcode.starts_with("PUSH") ||
           lowering_.facts.opcode.starts_with("POP");
  }

  void add_flags() {
    const FlagUse &use = lowering_.facts.flag_use;
    add_flags(RegisterTable::Flags::carry, use.reads_carry, use.writes_carry);
    add_flags(RegisterTable::Flags::others, use.reads_others, use.writes_others);
  }

  void add_flags(RegisterTable::Flags which, bool read, bool written) {
    if (read || written)
      add_register_operand(lowering_.registers.flags(which), read, written, true);
  }

  const Lowering &lowering_;
  MemoryReferences references_;
  std::vector<Operand> operands_;
};

} // namespace

OperandsAndBase operands_of(const Lowering &lowering, std::vector<Operand> memory) {
  return OperandList(lowering, std::move(memory)).build();
}

} // namespace osaca
