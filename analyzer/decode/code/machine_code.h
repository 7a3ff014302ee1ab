// Machine code -> LLVM's instructions, brought to the forms in which the assembly parser gives them.
#pragma once

#include "base/expected.h"
#include "decode/llvm/target.h"
#include "decode/lower/instruction_maker.h"

#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInstrAnalysis.h>

#include <cstdint>
#include <optional>
#include <span>

namespace osaca {

constexpr const char *lock_opcode = "LOCK_PREFIX";

/// The disassembler has names for long jumps and short ones, the parser only one; compressed RISC-V instructions get
/// the name of what they stand for.
[[nodiscard]] llvm::MCInst normalised(const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget,
                                      const llvm::MCInst &inst);

/// LLVM keeps a lock in front of an instruction apart from it, but not one behind another prefix (66 f0), nor one on
/// the same line of text. Takes such a lock out of `inst`; empty: there is none.
[[nodiscard]] std::optional<llvm::MCInst> take_lock(const LlvmTarget &target, llvm::MCInst &inst);

class MachineCodeReader {
public:
  /// `subtarget` must outlive it.
  MachineCodeReader(const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget);

  struct Decoded {
    llvm::MCInst inst;
    int size_bytes = 0;
  };
  /// The instruction at the start of `bytes`; empty: there is none.
  [[nodiscard]] std::optional<Decoded> decode(std::span<const std::uint8_t> bytes, std::uint64_t address) const;
  /// The same as LLVM's disassembler gives it, into an old value; false: there is none.
  [[nodiscard]] bool decode_into(Decoded &made, std::span<const std::uint8_t> bytes, std::uint64_t address) const;
  [[nodiscard]] llvm::MCInst normal_form(const Decoded &decoded) const;
  /// The lock in it, taken out: an instruction of one byte before it.
  [[nodiscard]] std::optional<Decoded> take_lock(Decoded &decoded) const;
  /// Without its text: that stays empty where the mnemonic can be told without.
  [[nodiscard]] Instruction lower(const Decoded &decoded, bool with_text = true);
  void recycle(Instruction used) { maker_.recycle(std::move(used)); }

  /// Where a direct jump or call at `address` goes.
  [[nodiscard]] std::optional<std::uint64_t> target_of(const Decoded &decoded, std::uint64_t address) const;

private:
  const LlvmTarget &target_;
  const llvm::MCSubtargetInfo &subtarget_;
  llvm::MCContext context_;
  std::unique_ptr<llvm::MCDisassembler> disassembler_;
  std::unique_ptr<const llvm::MCInstrAnalysis> analysis_;
  InstructionMaker maker_;
};

} // namespace osaca
