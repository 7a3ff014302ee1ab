// How fast the stores of a loop commit to the first-level cache.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"

namespace osaca {

struct StoreThroughput {
  Cycles cycles; ///< per iteration; 0 if the model has no figures for this
  int stores = 0;
  Cycles parts;         ///< per iteration; a store that crosses a block boundary has one part in each block
  Cycles block_changes; ///< the number of parts per iteration that are in another block than the previous part
};

/// `cycles` is the larger of parts / StoreCommit::per_cycle and block_changes. With StoreCommit::blocks_apart, stores
/// to different blocks never commit in the same cycle. Whether two stores are in the same block is known if their
/// addresses differ by a known number of bytes. The pointer itself is assumed to be aligned to a block. Stores that
/// cross pages add StoreCommit::page_crossing_cycles each.
[[nodiscard]] StoreThroughput store_throughput(const CostedKernel &kernel, const AddressAnalysis &addresses);

/// The same for some of the accesses of a loop. `stores` are in program order; only accesses that write count.
[[nodiscard]] StoreThroughput throughput_of(const std::vector<const MemoryAccess *> &stores, const StoreCommit &rule);

} // namespace osaca
