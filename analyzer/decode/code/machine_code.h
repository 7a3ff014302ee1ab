// Decodes machine code into LLVM's instructions, in the forms that the assembly parser produces.
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

/// Replaces opcodes that only the disassembler uses by those of the parser. The disassembler distinguishes long and
/// short jumps, and has separate opcodes for compressed RISC-V instructions.
[[nodiscard]] llvm::MCInst normalised(const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget,
                                      const llvm::MCInst &inst);

/// Removes a lock prefix from `inst` and returns it as an instruction; empty: there is none. LLVM already separates a
/// lock at the beginning of an instruction, but not one after another prefix (66 f0) or on the same line of text.
[[nodiscard]] std::optional<llvm::MCInst> take_lock(const LlvmTarget &target, llvm::MCInst &inst);

/// Decodes machine code of one subtarget, and converts it to Instruction.
class MachineCodeReader {
public:
  /// `subtarget` must outlive it.
  MachineCodeReader(const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget);

  struct Decoded {
    llvm::MCInst inst;
    int size_bytes = 0;
  };
  /// The instruction at the start of `bytes`; empty if the bytes are no instruction.
  [[nodiscard]] std::optional<Decoded> decode(std::span<const std::uint8_t> bytes, std::uint64_t address) const;
  /// Like decode(), but writes to an existing value and does not apply normal_form(). Returns false if the bytes are no
  /// instruction.
  [[nodiscard]] bool decode_into(Decoded &made, std::span<const std::uint8_t> bytes, std::uint64_t address) const;
  [[nodiscard]] llvm::MCInst normal_form(const Decoded &decoded) const;
  /// Removes the lock prefix and returns it as a one-byte instruction before this one; empty: there is none.
  [[nodiscard]] std::optional<Decoded> take_lock(Decoded &decoded) const;
  /// If `with_text` is false, the text stays empty, unless it is needed to find the mnemonic.
  [[nodiscard]] Instruction lower(const Decoded &decoded, bool with_text = true);
  void recycle(Instruction &&used) { maker_.recycle(std::move(used)); }

  /// The destination of a direct jump or call at `address`.
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
