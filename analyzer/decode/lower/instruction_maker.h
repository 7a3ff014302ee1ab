// One MCInst -> one Instruction.
#pragma once

#include "decode/llvm/registers.h"
#include "decode/llvm/target.h"
#include "decode/lower/opcode_class.h"
#include "kernel/instruction.h"

#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCInst.h>
#include <string>
#include <unordered_map>

namespace osaca {

/// What all instructions of one opcode (and, where it has one, one condition) have in common.
struct OpcodeFacts {
  std::string opcode;
  std::string mnemonic;           ///< x86; elsewhere it depends on the operands
  std::string llvm_mnemonic;      ///< AArch64: without aliases
  int memory_bytes = 0;           ///< x86: width of its memory operand
  std::int64_t offset_scale = 1;  ///< AArch64: bytes per unit of the offset in the encoding
  int index_scale = 1;            ///< AArch64: what an index register is multiplied by
  bool offset_in_vectors = false; ///< AArch64: the offset counts vectors (SVE's "mul vl")
  FlagUse flag_use;               ///< x86
  OpcodeClass opcode_class;
};

/// What an instruction does with memory.
struct Access {
  bool read = false;
  bool written = false;
};

/// An instruction on its way from LLVM's form to ours.
struct Lowering {
  const LlvmTarget &target;
  RegisterTable &registers;
  const llvm::MCInst &inst;
  const llvm::MCInstrDesc &desc;
  const OpcodeFacts &facts;

  [[nodiscard]] bool is_register(unsigned operand) const;
  [[nodiscard]] const Register &reg(unsigned operand) const; ///< precondition: is_register
  [[nodiscard]] int tied_to(unsigned operand) const;         ///< the destination it is tied to, -1: none
  [[nodiscard]] bool in_class(unsigned operand, std::string_view register_class) const;
};

/// A memory reference among the operands.
struct MemoryReference {
  unsigned first = 0; ///< of the operands of the MCInst that make it up
  unsigned count = 0; ///< 0: implicit
  MemoryOperand memory;
  bool read = false;
  bool written = false;
  bool updates_base = false; ///< pre- or post-indexed
  bool moves_stack = false;  ///< the base is moved without being named: push, pop, call, ret
  std::optional<std::int64_t>
      moves_base_by; ///< in bytes, where the base is moved; empty: by a register, its last operand
};

[[nodiscard]] std::vector<MemoryReference> memory_of_x86(const Lowering &lowering);
[[nodiscard]] std::vector<MemoryReference> memory_of_aarch64(const Lowering &lowering);
[[nodiscard]] std::vector<MemoryReference> memory_of_riscv(const Lowering &lowering);

/// Width in bytes of "qword ptr" and the like in text of LLVM's Intel syntax; 0: none.
[[nodiscard]] int x86_memory_bytes(std::string_view intel_text);
/// x86: the value of the condition operand of a conditional jump, move or set; -1: none.
[[nodiscard]] int x86_condition(std::string_view opcode, const llvm::MCInst &inst);

/// Whether it jumps or calls. LLVM's description of RISC-V's `jal` and `jalr` does not say so.
[[nodiscard]] bool is_jump_or_call(const LlvmTarget &target, const llvm::MCInst &inst);

/// A symbol and a constant; the parts of an expression that we keep.
struct SymbolicValue {
  std::string symbol;
  std::int64_t addend = 0;
};
[[nodiscard]] SymbolicValue symbolic_value(const llvm::MCExpr *expression);
/// The constant part of an address: a number or an expression.
void set_displacement(MemoryOperand &memory, const llvm::MCOperand &operand);

class InstructionMaker {
public:
  InstructionMaker(const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget, llvm::MCContext &context);

  /// `text`: as written; empty: print it.
  [[nodiscard]] Instruction make(const llvm::MCInst &inst, std::string_view text);
  /// Of machine code, whose length is known. Without its text: that stays empty where the mnemonic can be told without.
  [[nodiscard]] Instruction make_sized(const llvm::MCInst &inst, int size_bytes, bool with_text);
  /// Takes an instruction that nobody needs any more: its memory serves for the next one.
  void recycle(Instruction used) {
    spare_ = std::move(used.operands);
    spare_.clear();
  }

private:
  Instruction make_from(const llvm::MCInst &inst, const OpcodeFacts &facts, std::string text, int size_bytes);
  const OpcodeFacts &facts_of(const llvm::MCInst &inst);
  void find_aarch64_offset(const llvm::MCInst &inst, OpcodeFacts &facts) const;
  OpcodeClass class_of(const llvm::MCInst &inst, std::string_view opcode);
  OpcodeFacts find_facts(const llvm::MCInst &inst, std::string_view opcode);
  std::string printed(llvm::MCInstPrinter &printer, const llvm::MCInst &inst) const;
  std::string mnemonic_of(const OpcodeFacts &facts, std::string_view text) const;
  int size_of(const llvm::MCInst &inst) const;

  const LlvmTarget &target_;
  const llvm::MCSubtargetInfo &subtarget_;
  RegisterTable registers_;
  std::unique_ptr<llvm::MCInstPrinter> printer_;       ///< AT&T on x86: the text of disassembled code
  std::unique_ptr<llvm::MCInstPrinter> plain_printer_; ///< Intel on x86: mnemonics without suffix, widths
  std::unique_ptr<llvm::MCCodeEmitter> emitter_;
  std::unordered_map<std::uint64_t, OpcodeFacts> facts_;
  std::vector<Operand> spare_; ///< empty, with memory
};

} // namespace osaca
