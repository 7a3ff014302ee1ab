// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leaves in the second run's module only what can have a say in the code of the annotated loops. Most of a large unit
// has none, and is neither optimised nor written a second time.
//
// Kept are the functions that hold such a loop; all that they could be inlined into; all that these call (the optimiser
// may inline it, or learn from it); what decides whether they are written at all, such as a table that refers to them;
// and, where something is known to this unit only (a static function, a static variable that is not constant),
// everything that uses it, because the optimiser counts and compares the uses.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

void keep_only_needed(llvm::Module &module, const std::vector<llvm::Function *> &holders);

} // namespace osaca::clang_plugin
