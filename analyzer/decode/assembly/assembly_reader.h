// Reads assembly text into statements.
#pragma once

#include "base/expected.h"
#include "decode/dialect/dialect.h"
#include "decode/llvm/costs.h"
#include "decode/llvm/target.h"
#include "loops/statement.h"

#include <memory>
#include <string>
#include <vector>

namespace osaca {

/// A unit and its instructions in LLVM's form, indexed by Instruction::number. An unreadable instruction has the
/// invalid opcode 0.
struct ReadUnit {
  ParsedUnit unit;
  std::vector<llvm::MCInst> instructions;
};

/// Reads texts one after the other. What it learns about opcodes and registers is kept; symbols, macros and other
/// definitions of a text are not.
class AssemblyReader {
public:
  /// Accepts the instructions of `features_cpu`; see LlvmTarget::reader().
  [[nodiscard]] static Expected<AssemblyReader> create(const LlvmTarget &target, const std::string &features_cpu);
  AssemblyReader(AssemblyReader &&) noexcept;
  ~AssemblyReader();

  /// Errors: a refused directive, or input that is too large. `text` is edited further where LLVM's parser needs it.
  [[nodiscard]] Expected<ReadUnit> read(EditedText &text, const std::string &name, const SyntaxGuess &syntax);

private:
  struct State;
  explicit AssemblyReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace osaca
