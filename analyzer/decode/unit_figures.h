// Creates the CompilerFigures of a unit: the costs of its instructions according to the compiler's tables.
#pragma once

#include "decode/decoder.h"
#include "decode/llvm/target.h"

#include <llvm/MC/MCInst.h>

#include <string>
#include <vector>

namespace osaca {

/// `instructions` are indexed by Instruction::number; an unreadable one has opcode 0. The expressions that their
/// operands point to are not used, and may already be destroyed.
[[nodiscard]] CompilerFigures figures_of_unit(const LlvmTarget &target, std::vector<llvm::MCInst> instructions,
                                              const std::vector<std::string> &scheduling_cpus);

} // namespace osaca
