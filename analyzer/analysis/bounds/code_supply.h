// How fast code can be read: by aligned blocks of bytes, from decoders if it does not fit into the cache of decoded
// instructions, from the second-level cache if it does not fit into the first.
//
// Where a loop lies is not known. It is taken to begin at the border of a block, and so is what a taken branch leads
// to: the fewest blocks that there can be.
#pragma once

#include "analysis/bind/costed_kernel.h"

namespace osaca {

struct CodeSupply {
  enum class Limit { none, blocks, entries, dense, lengths, decoders, cache }; ///< none: the model does not say, or a length is not known
  Limit limit = Limit::none;
  Cycles cycles; ///< per iteration
  Cycles blocks; ///< read per iteration; of a basic block that repeats without a branch, what it fills of them
  std::int64_t entries = 0; ///< of the cache of decoded instructions, read per iteration
  std::int64_t bytes = 0;
  int length_changes = 0;       ///< instructions whose length a prefix changes, where they are decoded
  std::int64_t dense_bytes = 0; ///< of these, in blocks that the cache of decoded instructions does not keep
};

/// `dispatch_cycles`: what the iteration takes where its instructions are cached decoded.
[[nodiscard]] CodeSupply code_supply(const CostedKernel &kernel, Cycles dispatch_cycles);

} // namespace osaca
