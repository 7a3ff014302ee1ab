// Which store each load of a loop gets its bytes from, and how long that takes.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"
#include "analysis/graph/dependency_graph.h"

#include <vector>

namespace osaca {

// Which store each load of a loop gets its bytes from.

/// Places in AddressAnalysis::accesses, and how many iterations lie between.
struct Forwarding {
  int store = 0;
  int load = 0;
  int distance = 0;
  bool is_partial =
      false; ///< the load reads bytes, too, that the store did not write: it cannot get its value from there
};

/// For each load, the store that wrote last to one of its bytes: the one of the least distance, of those the latest in
/// the program. Only where both addresses differ by a known number of bytes, and not beyond `max_distance` iterations.
/// In the order of the loads. Takes n log n time for n accesses.
[[nodiscard]] std::vector<Forwarding> forwardings(const AddressAnalysis &analysis, int max_distance);

// What a value takes from a store to a load that gets it before it is in the cache.

/// A store's figure is for a load to its own kind of register; to another kind a load takes more or less time.
/// `begin_together`: the load's first byte is the store's.
[[nodiscard]] Cycles forwarding_cycles(const Core &core, const CostedInstruction &store, const CostedInstruction &load,
                                       bool begin_together);

// Loads that cannot get their value from a store and wait until it has reached the cache.

/// Pairs on one place that do not overlap follow each other (measured): the next store waits for the load that waits
/// for the store before.
void order_failed_forwardings(const AddressAnalysis &addresses, DependencyGraph &graph);

/// Adds what such loads occupy beside their own ports.
void add_failed_forwarding_demands(CostedKernel &kernel, const AddressAnalysis &addresses,
                                   const DependencyGraph &graph);

// Places that are read and written again and again, nobody knows which when, but there are only few of them.

/// `incl (%rdi,%rax,4)` behind `and $1, %eax`: each of two places has a chain of its own, whichever is next. So of n
/// turns one chain has at least half, and they take as long in all as if both places were used in turn. That is what
/// these forwardings say: from a turn's store to the load of the turn that comes so many turns later as there are
/// places.
[[nodiscard]] std::vector<Forwarding> forwardings_among_few_places(const AddressAnalysis &analysis);

/// Whether it comes to so few places that the forwardings count on them.
[[nodiscard]] bool has_few_places(const MemoryAccess &access);

// Stores and loads of which one comes to a varying place inside of what the other one accesses.

/// `movb %bl, (%rdi,%rdx)` behind `and $7, %edx`, and `movq (%rdi), %rax`: whichever byte is stored, the load reads it.
/// For each such load the last store before it, in this iteration or in the one before. In the order of the loads.
[[nodiscard]] std::vector<Forwarding> forwardings_of_varying_places(const AddressAnalysis &analysis);

} // namespace osaca
