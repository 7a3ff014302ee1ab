// SPDX-License-Identifier: GPL-3.0-or-later
// Fortran arrays in the compiler's trees. An array whose address or size may change, and an argument of assumed shape,
// is represented by a descriptor: a structure that contains a pointer to the elements. In the source, the descriptor
// and the elements are one array.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

/// Whether the field is a descriptor's pointer to the elements.
[[nodiscard]] bool is_data_of_descriptor(tree field);

/// Whether the field is a descriptor's, but not its pointer to the elements. The source has no names for these.
[[nodiscard]] bool is_bookkeeping_of_descriptor(tree field);

/// If `reference` is `*argument` and the argument is a descriptor, the name of the argument; otherwise "".
[[nodiscard]] std::string name_of_descriptor_argument(tree reference);

/// Whether the variable is a whole COMMON block. The source has names only for its parts.
[[nodiscard]] bool is_common_block(tree variable);

} // namespace osaca::gcc
