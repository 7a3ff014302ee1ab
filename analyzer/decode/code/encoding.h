// Generates machine code, from assembly text or from an instruction form with chosen operands. It is used by programs
// that generate code and run it.
#pragma once

#include "base/expected.h"
#include "kernel/instruction.h"
#include "kernel/isa.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// Assembly text to machine code, by LLVM's assembler.

struct AssembleOptions {
  std::string features_cpu;  ///< LLVM CPU whose instructions are accepted; empty: all instructions of the ISA
  bool intel_syntax = false; ///< x86 only
  std::string name;          ///< of the text, for messages
};

struct AssembledCode {
  std::vector<std::uint8_t> bytes;
  std::map<std::string, std::size_t> labels; ///< offset of each label in `bytes`
};

/// Accepts instructions, labels, constants (.byte, .long, ...) and alignment directives. Other directives and undefined
/// symbols are refused. Errors name the line of the text.
[[nodiscard]] Expected<AssembledCode> assemble(std::string_view text, Isa isa, const AssembleOptions &options = {});

// All instruction forms that LLVM knows for an ISA, with the possible operands, and the encoding of one of them with
// chosen operands.

/// LLVM's number of a register; 0: none.
using RegisterNumber = std::uint16_t;

/// One operand in LLVM's order. An x86 memory reference consists of five operands.
struct FormOperand {
  enum class Kind { reg, immediate, label };
  enum class MemoryPart { none, base, scale, index, displacement, segment }; ///< x86 only
  Kind kind = Kind::immediate;
  MemoryPart part = MemoryPart::none;
  std::vector<RegisterNumber> registers; ///< the allowed registers
  bool written = false;
  int tied_to = -1; ///< index of the operand that must be the same register; -1: none
};

/// An instruction with given kinds of operands.
struct InstructionForm {
  enum class Group { ordinary, control_flow, prefix };
  std::string opcode;
  unsigned number = 0; ///< LLVM's
  Group group = Group::ordinary;
  unsigned scheduling_class = 0; ///< LLVM's; forms of one class have about the same costs in its models
  bool loads = false;            ///< according to LLVM, which is not always accurate
  bool stores = false;
  std::vector<FormOperand> operands;
};

/// All forms of the ISA, in LLVM's order.
[[nodiscard]] std::vector<InstructionForm> instruction_forms(Isa isa);

/// The value of one FormOperand: a register number or an immediate.
using OperandChoice = std::int64_t;

struct EncodedInstruction {
  std::vector<std::uint8_t> bytes;
  Instruction instruction; ///< decoded from `bytes`; its opcode may be that of another form with the same encoding
};

class InstructionEncoder {
public:
  explicit InstructionEncoder(Isa isa);
  InstructionEncoder(InstructionEncoder &&) noexcept;
  ~InstructionEncoder();

  /// Error: there is no such instruction, because the choices are not allowed or the processor mode lacks it.
  [[nodiscard]] Expected<EncodedInstruction> encode(const InstructionForm &form,
                                                    const std::vector<OperandChoice> &choices);

  /// The register in the form that instructions use; an empty one for 0.
  [[nodiscard]] const Register &register_of(RegisterNumber number);
  /// The register with this LLVM name ("RAX"); 0: none.
  [[nodiscard]] RegisterNumber register_named(std::string_view name) const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace osaca
