// How the decoder makes CompilerFigures.
#pragma once

#include "decode/decoder.h"
#include "decode/llvm/target.h"

#include <llvm/MC/MCInst.h>

#include <string>
#include <vector>

namespace osaca {

/// `instructions` by Instruction::number, with an opcode 0 where one could not be read. Expressions in them need not
/// live any more.
[[nodiscard]] CompilerFigures figures_of_unit(const LlvmTarget &target, std::vector<llvm::MCInst> instructions,
                                              const std::vector<std::string> &scheduling_cpus);

} // namespace osaca
