// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which copy of a source loop each loop at the end of the optimiser is: vector body, remainder, scalar version.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

struct IrLoop;

/// Made by the loop vectoriser (also where the arithmetic stayed scalar).
[[nodiscard]] bool is_vector_body(const llvm::Loop &loop);

/// Sets the role of each loop of one function; `indices` tells which of `found` it is.
void give_roles(const std::map<const llvm::Loop *, int> &indices, std::vector<IrLoop> &found);

} // namespace osaca::clang_plugin
