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

// Which copy of a source loop each loop at the end of the optimiser is: vector body, remainder, scalar version.

struct IrLoop;

/// Made by the loop vectoriser (also where the arithmetic stayed scalar).
[[nodiscard]] bool is_vector_body(const llvm::Loop &loop);

/// Sets the role of each loop of one function; `indices` tells which of `found` it is.
void give_roles(const std::map<const llvm::Loop *, int> &indices, std::vector<IrLoop> &found);

} // namespace osaca::clang_plugin
