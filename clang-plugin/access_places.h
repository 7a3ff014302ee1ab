// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives each instruction of the optimiser's last code a place that also tells which array it comes to.
//
// On some targets the code generator makes a load an operand of the only instruction that uses its value; what it writes
// then has the place of that one. So this one's place also tells which loads that may be.
#pragma once

#include "array_places.h"

namespace osaca::clang_plugin {

using PlacedInstructions = std::vector<std::pair<llvm::Instruction *, int>>;

/// Of instructions that have a place: its index in the table, which grows.
[[nodiscard]] PlacedInstructions places_with_accesses(llvm::Function &function, PlaceTable &places,
                                                      const ArrayPlaces &arrays);

/// The array that an instruction of a function's text comes to: with its place, that has to be one that comes to memory.
/// `seen`: places of all such instructions. "" unknown.
[[nodiscard]] std::string array_of(const std::vector<InlinedPlace> &places, int place, const std::set<int> &seen);

} // namespace osaca::clang_plugin
