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

/// The statements of one text (or of several functions that are decoded together), and their instructions in LLVM's
/// form. The instructions are indexed by Instruction::number. An unreadable instruction has the invalid opcode 0.
struct ReadUnit {
  ParsedUnit unit;
  std::vector<llvm::MCInst> instructions;
};

/// Reads texts one after the other. The properties of opcodes and registers are kept for the next text. Symbols, macros
/// and other definitions of a text are not.
class AssemblyReader {
public:
  /// Accepts the instructions of `features_cpu`; see LlvmTarget::reader().
  [[nodiscard]] static Expected<AssemblyReader> create(const LlvmTarget &target, const std::string &features_cpu);
  AssemblyReader(AssemblyReader &&) noexcept;
  ~AssemblyReader();

  /// Errors: a refused directive, or input that is too large. Edits `text` further, where LLVM's parser would not
  /// accept it.
  [[nodiscard]] Expected<ReadUnit> read(EditedText &text, const std::string &name, const SyntaxGuess &syntax);

private:
  struct State;
  explicit AssemblyReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace osaca
