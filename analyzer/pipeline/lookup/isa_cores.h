// The cores of one instruction set among those that instructions are looked up for.
#pragma once

#include "decode/block_reader.h"
#include "decode/decoder.h"
#include "osaca/instruction_figures.h"
#include "pipeline/arch_resolution.h"
#include "pipeline/lookup/form_search.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace osaca {

/// An instruction after its lock prefix, which is an instruction of its own to the decoder.
using InstructionParts = std::vector<Instruction>;

class IsaCores {
public:
  IsaCores(ResolvedArchs archs, const VectorType &vector_type);

  [[nodiscard]] bool is_riscv() const { return isa() == Isa::riscv64; }
  [[nodiscard]] Isa isa() const { return archs_.models.front().data().isa; }
  [[nodiscard]] const std::vector<MachineModel> &models() const { return archs_.models; }

  /// The forms of the instruction set. They are listed when they are needed first, because that takes a while.
  [[nodiscard]] FormSearch &forms();

  /// Decodes a line of assembly. Error: it is not code of this instruction set.
  [[nodiscard]] Expected<std::vector<InstructionParts>> assembled(const std::string &text, bool intel_syntax);
  /// An instruction of machine code. Error: it cannot be decoded.
  [[nodiscard]] Expected<InstructionParts> decoded(const std::vector<std::uint8_t> &bytes);

  /// `core` is an index into models().
  [[nodiscard]] CoreFigures figures(std::size_t core, std::span<const Instruction> parts);

private:
  template <class Has> void leave_out_absent(const Instruction &instruction, Has has);

  ResolvedArchs archs_;
  std::vector<FormCosts> costs_;
  VectorType vector_type_; ///< of RISC-V's instructions
  AssemblyDecoder assembly_;
  std::optional<BlockReader> reader_;
  std::optional<FormSearch> forms_;
};

} // namespace osaca
