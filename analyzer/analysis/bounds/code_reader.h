// Counts what reading the code of an iteration touches: aligned blocks of bytes, and entries of the cache of decoded
// instructions.
#pragma once

#include "analysis/bind/costed_kernel.h"

#include <cstdint>
#include <vector>

namespace osaca {

struct CodeCounts {
  std::int64_t bytes = 0;
  std::int64_t blocks = 0;
  std::int64_t ops = 0;
  std::int64_t entries = 0;      ///< that the cache of decoded instructions keeps, each of one block
  std::int64_t reads = 0;        ///< from it: full entries up to a branch that is taken, whatever their blocks
  std::int64_t bytes_unkept = 0; ///< in blocks of which it keeps nothing

  CodeCounts &operator+=(const CodeCounts &other);
};

/// Of each piece of the code: one ends at a branch that is taken. All lengths and the core's Fetch have to be known.
/// Where the place is known, the code lies `shift` bytes behind it; else each piece begins so many behind a block's
/// border.
[[nodiscard]] std::vector<CodeCounts> read_pieces(const CostedKernel &kernel, std::uint64_t shift);

[[nodiscard]] CodeCounts sum_of(const std::vector<CodeCounts> &pieces);

} // namespace osaca
