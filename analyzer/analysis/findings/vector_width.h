// How wide the vectors are that a loop works with.
#pragma once

#include "kernel/kernel.h"

namespace osaca {

/// Bits of the widest vector register that packed arithmetic, or a packed access to memory other than constants and the
/// stack, works on; 0: the loop handles one element at a time. Packed instructions alone say little: compilers clear,
/// copy and negate scalars with them. Scalable registers count with the width that LLVM gives them (128 bits).
[[nodiscard]] int vector_bits(const Kernel &kernel);

} // namespace osaca
