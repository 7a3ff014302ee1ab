// How fast code can be read: by aligned blocks of bytes, from decoders if it does not fit into the cache of decoded
// instructions, from the second-level cache if it does not fit into the first.
//
// Where a loop lies decides how many blocks it touches. In a linked program that is known. Before, it is known as far
// as the section's alignment goes, and of the places that are left the fastest is taken. Of text nothing is known: a
// loop is taken to begin at the border of a block, and so is what a taken branch leads to.
#pragma once

#include "analysis/bind/costed_kernel.h"

namespace osaca {

struct CodeSupply {
  enum class Limit {
    none,
    blocks,
    entries,
    dense,
    lengths,
    decoders,
    cache
  }; ///< none: the model does not say, or a length is not known
  Limit limit = Limit::none;
  Cycles cycles; ///< per iteration
  Cycles blocks; ///< read per iteration; of a basic block that repeats without a branch, what it fills of them
  std::int64_t entries = 0; ///< full ones of the cache of decoded instructions, read per iteration
  std::int64_t bytes = 0;
  int length_changes = 0;       ///< instructions whose length a prefix changes, where they are decoded
  std::int64_t dense_bytes = 0; ///< of these, in blocks that the cache of decoded instructions does not keep
  /// Cycles at the best and at the worst of the places that the linker may choose, for a linked program: of all places.
  Cycles least;
  Cycles most;
};

/// `dispatch_cycles`: what the iteration takes where its instructions are cached decoded.
[[nodiscard]] CodeSupply code_supply(const CostedKernel &kernel, Cycles dispatch_cycles);

} // namespace osaca
