// How fast the stores of a loop leave for the first-level cache.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"

namespace osaca {

struct StoreThroughput {
  Cycles cycles; ///< per iteration; 0 if the model does not say how stores leave
  int stores = 0;
  Cycles parts;         ///< per iteration; more than stores if some cross the border of a block
  Cycles block_changes; ///< per iteration: parts that lie in another block than the one before
};

/// The larger of parts / StoreCommit::per_cycle and block_changes; or, where StoreCommit::blocks_apart, each run of
/// stores to one block in cycles of its own. Whether two stores lie in one block is known if their addresses differ by
/// a known number of bytes; where a pointer itself points to is not: it is taken to be aligned to a block.
[[nodiscard]] StoreThroughput store_throughput(const CostedKernel &kernel, const AddressAnalysis &addresses);

/// The same for some of the accesses of a loop, under a rule. `stores`: in program order; those that write count.
[[nodiscard]] StoreThroughput throughput_of(const std::vector<const MemoryAccess *> &stores, const StoreCommit &rule);

} // namespace osaca
