// SPDX-License-Identifier: GPL-3.0-or-later
// How arrays of Fortran look in the compiler's trees. What may change its place or size, and arguments of assumed
// shape, is a descriptor: a structure that holds a pointer to the elements. To the source the two are one.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

/// Whether the field is a descriptor's pointer to the elements.
[[nodiscard]] bool is_data_of_descriptor(tree field);

/// Whether it is one of the descriptor's other fields, which the source has no names for.
[[nodiscard]] bool is_bookkeeping_of_descriptor(tree field);

/// Of `*argument`, where that is a descriptor which came as an argument: the argument's name; else "".
[[nodiscard]] std::string name_of_descriptor_argument(tree reference);

/// Whether the variable is a whole block of COMMON, of which the source names the parts.
[[nodiscard]] bool is_common_block(tree variable);

} // namespace osaca::gcc
