// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// "The analysed text is the text of the object": the captured functions are assembled, and what comes out is compared
// with the object, instruction by instruction.
#pragma once

#include "captured.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace osaca::conformance {

/// Of each function its instructions without padding. Where an operand depends on where things lie, it says what is
/// meant: jumps inside a function name the instruction that they lead to.
using Disassembly = std::map<std::string, std::vector<std::string>>;

/// From what llvm-objdump -d -r --no-show-raw-insn writes.
[[nodiscard]] Disassembly read_disassembly(const std::string &listing);

/// All captured functions as one file that assembles: local labels defined elsewhere become names.
[[nodiscard]] std::string assemblable(const Captured &capture);

/// "" if the function is the same in both; else what is not.
[[nodiscard]] std::string difference(const std::string &function, const Disassembly &object,
                                     const Disassembly &captured);

} // namespace osaca::conformance
