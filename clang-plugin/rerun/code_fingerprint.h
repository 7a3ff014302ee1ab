// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A hash of a function's code without debug information and names of values. It shows whether two runs of the optimiser
// generated the same code.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

[[nodiscard]] std::uint64_t code_fingerprint(const llvm::Function &function);

} // namespace osaca::clang_plugin
