// A loop's machine code as something to compare from build to build.
#pragma once

#include "report/report.h"

#include <string>

namespace osaca {

/// The instruction as it is written, without what the linker or code elsewhere decides: names and addresses of labels,
/// and of constants beside the code.
[[nodiscard]] std::string normalised_instruction(const InstructionLine &line);

/// Of all instructions of a kernel: the same hash, the same code.
[[nodiscard]] std::string code_hash_of(const KernelReport &kernel);

} // namespace osaca
