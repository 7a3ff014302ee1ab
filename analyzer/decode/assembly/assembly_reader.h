// Assembly text -> statements.
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

/// A unit and, by Instruction::number, LLVM's form of its instructions (an invalid opcode 0 where one could not be
/// read).
struct ReadUnit {
  ParsedUnit unit;
  std::vector<llvm::MCInst> instructions;
};

/// Reads one text after the other. What is learned about opcodes and registers is kept; symbols, macros and all else
/// that a text defines is not.
class AssemblyReader {
public:
  /// Accepts the instructions of `features_cpu`, see LlvmTarget::reader().
  [[nodiscard]] static Expected<AssemblyReader> create(const LlvmTarget &target, const std::string &features_cpu);
  AssemblyReader(AssemblyReader &&) noexcept;
  ~AssemblyReader();

  /// Errors: a directive that is refused, input that is too large.
  /// `text` is changed further, where LLVM's parser is told something by it.
  [[nodiscard]] Expected<ReadUnit> read(EditedText &text, const std::string &name, const SyntaxGuess &syntax);

private:
  struct State;
  explicit AssemblyReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace osaca
