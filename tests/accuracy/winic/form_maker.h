// One instruction per instruction form, with a register of its own for every operand, so that nothing in it depends on
// anything else in it but by what the form is.
#pragma once

#include "base/expected.h"
#include "kernel/instruction.h"
#include "kernel/isa.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::accuracy {

struct MadeForm {
  Instruction instruction;
  std::vector<std::string> registers; ///< by LLVM's operand number: the name of the register there, or nothing
};

class FormMaker {
public:
  /// `compiler_cpu` fills compiler_costs; may be empty.
  FormMaker(Isa isa, const std::string &compiler_cpu);
  ~FormMaker();

  /// Nothing: LLVM has no such opcode, or it is none of a real instruction.
  [[nodiscard]] std::optional<MadeForm> make(std::string_view opcode);
  /// The form as it stands in a chain of itself, each waiting for the one before: the source operand is the register
  /// that is written. Numbers as in LLVM's list. Nothing: a register of the one kind cannot stand for the other.
  [[nodiscard]] std::optional<MadeForm> make_link(std::string_view opcode, int source, int result);

  /// Whether LLVM's assembler takes the instruction (as text) for this CPU, and makes code of it.
  [[nodiscard]] bool is_accepted_by(const MadeForm &form, const std::string &cpu) const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace osaca::accuracy
