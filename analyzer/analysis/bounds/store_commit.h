// How fast the stores of a loop move to the first-level cache.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"

namespace osaca {

struct StoreThroughput {
  Cycles cycles; ///< per iteration; 0 if the model has no figures for this
  int stores = 0;
  Cycles parts;         ///< per iteration; a store that crosses a block's boundary has one part in each block
  Cycles block_changes; ///< parts per iteration that are in another block than the part before
};

/// The larger of parts / StoreCommit::per_cycle and block_changes. With StoreCommit::blocks_apart, each sequence of
/// stores to one block needs cycles of its own. Two stores are known to be in one block if their addresses differ by a
/// known number of bytes. The pointer itself is assumed to be aligned to a block.
[[nodiscard]] StoreThroughput store_throughput(const CostedKernel &kernel, const AddressAnalysis &addresses);

/// The same for some of the accesses of a loop. `stores` are in program order; only accesses that write count.
[[nodiscard]] StoreThroughput throughput_of(const std::vector<const MemoryAccess *> &stores, const StoreCommit &rule);

} // namespace osaca
