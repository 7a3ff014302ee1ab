// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Holds one capture against the table and against what the machine code itself says.
#pragma once

#include "captured.h"
#include "expectations.h"
#include "machine_code.h"

namespace osaca::conformance {

/// What is wrong, one complaint each; empty if all is as the table says.
[[nodiscard]] std::vector<std::string> check_table(const Captured &capture, const std::vector<ExpectedLoop> &table,
                                                   const std::vector<std::string> &facts);

/// That every captured loop is a loop of the text, with exactly its instructions; a loop that may be a turn, with those
/// of one turn.
[[nodiscard]] std::vector<std::string> check_shapes(const Captured &capture, const std::vector<ExpectedLoop> &table,
                                                    const std::vector<std::string> &facts);

/// That there are as many machine loops of each source loop as the compiler's line numbers tell. `unit`: its assembly
/// with line numbers, written without the plugin.
[[nodiscard]] std::vector<std::string> check_counts(const Captured &capture, const std::vector<ExpectedLoop> &table,
                                                    const std::vector<std::string> &facts,
                                                    const std::vector<MachineCode> &unit);

} // namespace osaca::conformance
