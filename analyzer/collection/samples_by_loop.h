// Which loop of a collection is which loop of a program that was sampled.
//
// Linking keeps a function's symbol and its instructions. A loop of a program is the one of the same symbol whose
// paths' opcodes are all in it, but not all in a loop inside it; of several the one that shares most opcodes of the
// same source lines with it, as far as the program has line tables; then the one with most instructions; of equal ones
// the first that has no loop yet.
#pragma once

#include "collection/collection.h"
#include "collection/sampled_time.h"

namespace osaca {

/// CollectedLoop::sampled of each loop of functions that were sampled (a share of 0 where no sample was found in it),
/// Collection::samples, and the findings anew: those of machine loops without samples count less. Files below `root`
/// are named relative to it, as those of the collection are.
[[nodiscard]] Collection with_samples(Collection collection, const SampledPrograms &programs,
                                      const std::string &root = "");

} // namespace osaca
