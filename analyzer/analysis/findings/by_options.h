// What compilers could do about a loop, by the options that they were given.
#pragma once

#include "analysis/findings/findings.h"

namespace osaca {

/// For a loop that could have vectors.
[[nodiscard]] Vectors needed_for_vectors(const Kernel &code);

/// Whether vectors could do the work as far as one can see from the machine code, and what they need.
[[nodiscard]] Vectors vectors_for(const KernelFacts &facts);

[[nodiscard]] Unrolling unrolling_of(const KernelFacts &facts);

} // namespace osaca
