// Where the pointers of a loop that reads neighbours point to.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"

#include <cstdint>
#include <vector>

namespace osaca {

/// By access: how many bytes behind the begin of a line its pointer is taken to point. 0 for most: nothing is known.
///
/// A moving vector load at an offset that is no multiple of its width shows that the loop reads neighbours: it works on
/// the inside of a grid, which begins behind the border. Then the other rows are not read from their beginning either,
/// and vector loads through pointers that would make all of them aligned are taken to lie as far off as that one.
/// Only in loops: in blocks it is known where all pointers point to.
[[nodiscard]] std::vector<std::int64_t> stencil_shifts(const CostedKernel &kernel, const AddressAnalysis &addresses,
                                                       int line_bytes);

} // namespace osaca
