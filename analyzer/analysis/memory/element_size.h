// The size of the numbers that a loop computes with.
#pragma once

#include "kernel/kernel.h"

#include <optional>

namespace osaca {

/// Bytes, by the names of its floating-point operations; empty: there are none, or of several sizes. Integers in
/// vectors have no size of their own.
[[nodiscard]] std::optional<int> element_bytes(const Kernel &kernel);

} // namespace osaca
