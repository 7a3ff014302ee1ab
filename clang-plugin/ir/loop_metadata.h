// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and tags the metadata that loops carry through the optimiser.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

/// The place where the loop statement begins; nullptr: unknown.
[[nodiscard]] const llvm::DILocation *first_place(const llvm::MDNode &loop);

/// Whether the metadata contain more than places. Only such metadata may be tagged, because the optimiser would
/// otherwise treat the loop differently.
[[nodiscard]] bool has_properties(const llvm::MDNode &loop);

/// Removes the metadata of loops that have nothing but places.
void drop_places_of_loops(llvm::Module &module);

[[nodiscard]] bool has_property(const llvm::MDNode &loop, llvm::StringRef name);

[[nodiscard]] llvm::MDNode *with_tag(llvm::MDNode &loop, int tag);

/// The tag; -1: none.
[[nodiscard]] int tag_of(const llvm::MDNode &loop);

// Determines the role of each loop at the end of the optimiser: vector body, remainder or scalar version.

struct IrLoop;

/// Whether the loop vectoriser generated the loop (perhaps with scalar arithmetic).
[[nodiscard]] bool is_vector_body(const llvm::Loop &loop);

/// Sets the role of each loop of one function; `indices` maps loops to their index in `found`.
void give_roles(const std::map<const llvm::Loop *, int> &indices, std::vector<IrLoop> &found);

} // namespace osaca::clang_plugin
