// Store-to-load forwarding: the store from which each load of a loop takes its bytes, and the latency of the
// forwarding.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"
#include "analysis/graph/dependency_graph.h"

#include <vector>

namespace osaca {

/// A load and the store from which it takes its bytes: indices into AddressAnalysis::accesses, and the number of
/// iterations between them.
struct Forwarding {
  int store = 0;
  int load = 0;
  int distance = 0;
  /// The load also reads bytes that the store did not write, so it cannot take its value from the store.
  bool is_partial = false;
};

/// For each load, the store that last wrote to one of its bytes: the store with the smallest distance, or the last of
/// them in program order if several stores have this distance. Such a store is found only if both addresses differ by a
/// known number of bytes, and if the distance is at most `max_distance` iterations. If a predicate selects the elements
/// of an access, a partial overlap is not certain and does not count. The result is in the order of the
/// loads. Takes O(n log n) time for n accesses.
[[nodiscard]] std::vector<Forwarding> forwardings(const AddressAnalysis &analysis, int max_distance);

// The latency from a store to a load that takes the stored value before it is in the cache.

/// The figure of a store applies to loads into the same kind of register. For a load into another kind of register, the
/// figure is adjusted by the difference of the load latencies. `begin_together`: the load and the store begin at the
/// same byte.
[[nodiscard]] Cycles forwarding_cycles(const Core &core, const CostedInstruction &store, const CostedInstruction &load,
                                       bool begin_together);

// Failed forwardings: loads that cannot take their value from a store, and wait until the stored value is in the cache.

/// According to measurements, failed forwardings at the same address are executed one after the other, except those
/// with FailedForwarding::overlaps. The load waits for its store, and the next store waits for this load. This function
/// adds the edges from each load to the next store.
void order_failed_forwardings(const AddressAnalysis &addresses, DependencyGraph &graph);

/// Adds the ports that loads with failed forwardings occupy in addition to their own ports.
void add_failed_forwarding_demands(CostedKernel &kernel, const AddressAnalysis &addresses,
                                   const DependencyGraph &graph);

// Updates of a few memory locations in an unknown order.

/// An example is `incl (%rdi,%rax,4)` after `and $1, %eax`, which updates one of two locations. The updates of each
/// location form a chain, and one of the two chains contains at least half of all updates. The loop therefore takes at
/// least as long as if the two locations were updated alternately. The returned forwardings assume this best case: with
/// p locations, each load takes its value from the store p updates earlier.
[[nodiscard]] std::vector<Forwarding> forwardings_among_few_places(const AddressAnalysis &analysis);

/// Whether the access has so few possible memory locations that forwardings_among_few_places() considers it.
[[nodiscard]] bool has_few_places(const MemoryAccess &access);

// Pairs of a store and a load, where one of them accesses a varying part of the bytes of the other.

/// An example is `movb %bl, (%rdi,%rdx)` after `and $7, %edx`, together with `movq (%rdi), %rax`: the load always reads
/// the byte that is stored. For each such load, the result contains the last store before it, in this iteration or the
/// previous one. The result is in the order of the loads.
[[nodiscard]] std::vector<Forwarding> forwardings_of_varying_places(const AddressAnalysis &analysis);

} // namespace osaca
