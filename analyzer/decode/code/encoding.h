// Machine code made of assembly text, or of one of the instructions that LLVM knows with chosen operands. For programs
// that make code and run it.
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

// Assembly text -> machine code, by LLVM's assembler. For programs that make code and run it.

struct AssembleOptions {
  std::string features_cpu;  ///< LLVM CPU whose instructions are accepted; empty: everything the ISA has
  bool intel_syntax = false; ///< x86 only
  std::string name;          ///< of the text, for messages
};

struct AssembledCode {
  std::vector<std::uint8_t> bytes;
  std::map<std::string, std::size_t> labels; ///< offsets of the text's labels in `bytes`
};

/// Instructions, labels, constants (.byte, .long, ...) and alignment; other directives are refused, and so are symbols
/// that the text does not define. Errors name the line of the text.
[[nodiscard]] Expected<AssembledCode> assemble(std::string_view text, Isa isa, const AssembleOptions &options = {});

// Every instruction that LLVM knows of an ISA, with what its operands may be; and machine code for one of them with
// chosen operands. For programs that try instructions out; readers of code do not need this.

/// LLVM's number of a register; 0: none.
using RegisterNumber = std::uint16_t;

/// One operand in LLVM's order and division: an x86 memory reference is five of them.
struct FormOperand {
  enum class Kind { reg, immediate, label };
  enum class MemoryPart { none, base, scale, index, displacement, segment }; ///< x86 only
  Kind kind = Kind::immediate;
  MemoryPart part = MemoryPart::none;
  std::vector<RegisterNumber> registers; ///< of which one may be chosen
  bool written = false;
  int tied_to = -1; ///< must be the same as that operand
};

struct InstructionForm {
  enum class Group { ordinary, control_flow, prefix };
  std::string opcode;
  unsigned number = 0; ///< LLVM's
  Group group = Group::ordinary;
  unsigned scheduling_class = 0; ///< LLVM's: forms that its models hold for much the same
  bool loads = false;            ///< LLVM's word, rough
  bool stores = false;
  std::vector<FormOperand> operands;
};

/// In LLVM's order, all that a machine has.
[[nodiscard]] std::vector<InstructionForm> instruction_forms(Isa isa);

/// What stands for one FormOperand: a register's number or an immediate's value.
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

  /// Error: there is no such instruction, because the choices do not fit or this mode of the processor lacks it.
  [[nodiscard]] Expected<EncodedInstruction> encode(const InstructionForm &form,
                                                    const std::vector<OperandChoice> &choices);

  /// As instructions show it; an empty one for 0.
  [[nodiscard]] const Register &register_of(RegisterNumber number);
  /// By LLVM's name ("RAX"); 0: there is none.
  [[nodiscard]] RegisterNumber register_named(std::string_view name) const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace osaca
