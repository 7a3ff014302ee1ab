// Converts an LLVM MCInst into an Instruction.
#pragma once

#include "decode/llvm/registers.h"
#include "decode/llvm/target.h"
#include "decode/lower/opcode_class.h"
#include "kernel/instruction.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCInst.h>
#include <string>
#include <unordered_map>

namespace osaca {

/// Properties that all instructions of an opcode have in common. If the opcode has a condition operand, they also
/// depend on the condition.
struct OpcodeFacts {
  std::string opcode;
  std::string mnemonic;           ///< x86 only; on other ISAs it depends on the operands
  std::string llvm_mnemonic;      ///< AArch64: never an alias
  int memory_bytes = 0;           ///< x86: width of its memory operand
  std::int64_t offset_scale = 1;  ///< AArch64: bytes per unit of the offset in the encoding
  int index_scale = 1;            ///< AArch64: the factor of an index register
  bool offset_in_vectors = false; ///< AArch64: the offset counts vectors ("mul vl" of SVE)
  FlagUse flag_use;               ///< x86
  OpcodeClass opcode_class;
};

/// How an instruction accesses memory.
struct Access {
  bool read = false;
  bool written = false;
};

/// The inputs of the conversion of one instruction.
struct Lowering {
  const LlvmTarget &target;
  RegisterTable &registers;
  const llvm::MCInst &inst;
  const llvm::MCInstrDesc &desc;
  const OpcodeFacts &facts;

  [[nodiscard]] bool is_register(unsigned operand) const;
  /// Precondition of both: is_register.
  [[nodiscard]] const SharedRegister &shared_reg(unsigned operand) const;
  [[nodiscard]] const Register &reg(unsigned operand) const { return *shared_reg(operand); }
  [[nodiscard]] int tied_to(unsigned operand) const; ///< the destination that must be the same register; -1: none
  [[nodiscard]] bool in_class(unsigned operand, std::string_view register_class) const;
};

/// A memory operand of an instruction.
struct MemoryReference {
  unsigned first = 0; ///< its first operand in the MCInst
  unsigned count = 0; ///< its number of operands; 0: implicit
  MemoryOperand memory;
  bool read = false;
  bool written = false;
  bool updates_base = false; ///< pre- or post-indexed
  bool moves_stack = false;  ///< the base is an implicit stack pointer that is moved: push, pop, call, ret
  std::optional<std::int64_t> moves_base_by; ///< bytes added to the base; empty: a register (its last operand) is added
};

/// Nearly all instructions have at most one.
using MemoryReferences = llvm::SmallVector<MemoryReference, 1>;

[[nodiscard]] MemoryReferences memory_of_x86(const Lowering &lowering);
[[nodiscard]] MemoryReferences memory_of_aarch64(const Lowering &lowering);
[[nodiscard]] MemoryReferences memory_of_riscv(const Lowering &lowering);

/// The width in bytes given by "qword ptr" and the like in text of LLVM's Intel syntax; 0: none.
[[nodiscard]] int x86_memory_bytes(std::string_view intel_text);
/// x86: the value of the condition operand of a conditional jump, move or set; -1: none.
[[nodiscard]] int x86_condition(std::string_view opcode, const llvm::MCInst &inst);

/// Whether the instruction jumps or calls. LLVM's descriptions of RISC-V's `jal` and `jalr` do not say so.
[[nodiscard]] bool is_jump_or_call(const LlvmTarget &target, const llvm::MCInst &inst);

/// The parts of an expression that are kept: a symbol and a constant.
struct SymbolicValue {
  std::string symbol;
  std::int64_t addend = 0;
};
[[nodiscard]] SymbolicValue symbolic_value(const llvm::MCExpr *expression);
/// Sets the constant part of an address from a number or an expression.
void set_displacement(MemoryOperand &memory, const llvm::MCOperand &operand);

/// Converts instructions of one subtarget. The properties of opcodes are cached.
class InstructionMaker {
public:
  InstructionMaker(const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget, llvm::MCContext &context);

  /// `text` is the instruction as written in the input; if it is empty, it is printed.
  [[nodiscard]] Instruction make(const llvm::MCInst &inst, std::string_view text);
  /// For machine code, whose length is known. If `with_text` is false, the text stays empty, unless it is needed to
  /// find the mnemonic.
  [[nodiscard]] Instruction make_sized(const llvm::MCInst &inst, int size_bytes, bool with_text);
  /// Accepts an instruction that is no longer needed, and reuses its memory for the next one.
  void recycle(Instruction &&used) {
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
  std::unique_ptr<llvm::MCInstPrinter> printer_;       ///< AT&T syntax on x86; prints the text of disassembled code
  std::unique_ptr<llvm::MCInstPrinter> plain_printer_; ///< Intel syntax on x86: mnemonics without suffix, and widths
  std::unique_ptr<llvm::MCCodeEmitter> emitter_;
  std::unordered_map<std::uint64_t, OpcodeFacts> facts_;
  std::vector<Operand> spare_; ///< empty, but with capacity
};

} // namespace osaca
