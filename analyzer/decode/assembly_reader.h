// Assembly text -> statements.
#pragma once

#include "base/expected.h"
#include "decode/costs.h"
#include "decode/llvm_target.h"
#include "decode/statement.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct ReadOptions {
  std::string features_cpu;
  bool intel_syntax = false;
};

/// A unit and, for each of its instructions, LLVM's form of it (an invalid opcode 0 where it could not be read).
struct ReadUnit {
  ParsedUnit unit;
  std::vector<llvm::MCInst> instructions;
};

/// Errors: a directive that is refused, input that is too large.
[[nodiscard]] Expected<ReadUnit> read_assembly(const LlvmTarget &target, std::string_view text, const std::string &name,
                                               const ReadOptions &options);

} // namespace osaca
