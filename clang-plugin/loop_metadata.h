// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading and tagging the metadata that loops carry through the optimiser.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

/// Where the loop statement begins; nullptr: unknown.
[[nodiscard]] const llvm::DILocation *first_place(const llvm::MDNode &loop);

/// Whether it has more than places: only then a tag changes nothing for the optimiser.
[[nodiscard]] bool has_properties(const llvm::MDNode &loop);

[[nodiscard]] bool has_property(const llvm::MDNode &loop, llvm::StringRef name);

[[nodiscard]] llvm::MDNode *with_tag(llvm::MDNode &loop, int tag);

/// -1: none.
[[nodiscard]] int tag_of(const llvm::MDNode &loop);

} // namespace osaca::clang_plugin
