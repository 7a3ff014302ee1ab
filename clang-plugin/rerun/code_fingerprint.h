// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A number that tells whether two runs of the optimiser made the same code of a function, whatever its debug
// information and the names of its values are.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

[[nodiscard]] std::uint64_t code_fingerprint(const llvm::Function &function);

} // namespace osaca::clang_plugin
