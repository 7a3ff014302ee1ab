// Effects of a core on a whole loop. They are not visible in the figures of single instructions.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"
#include "analysis/graph/dependency_graph.h"

#include <cstdint>
#include <vector>

namespace osaca {

// Loads that cross a cache line, and loads of a whole line.

/// Raises the demands of loads on the load ports by the share of iterations in which they cross a line, and by the
/// model's figures for loads that move by whole lines.
///
/// The value of a pointer is not known. It is assumed to be aligned to a line, and an index to start at a multiple of a
/// line. A load whose address changes by an unknown step is assumed not to cross.
void raise_crossing_loads(CostedKernel &kernel, const AddressAnalysis &addresses);

// Loads from the same bank of the first-level cache.

/// Adds the cost of bank conflicts to the demands of loads, as cycles on the port that models the busiest bank. They
/// are the mean over the iterations until the loads' positions in a line repeat. Loads whose positions are not known,
/// also relative to each other, are assumed to have no conflicts.
void add_bank_demands(CostedKernel &kernel, const AddressAnalysis &addresses);

// Loads that have bank conflicts because they are executed in no fixed order.

/// Concerns straight-line code that is dispatched faster than its loads are executed, so that many loads wait. If the
/// loads of an iteration are a multiple of the load ports, or nothing else is dispatched, all ports get the loads in
/// the same order, and all cycles are alike. Otherwise, now and then, more loads of one bank are chosen than it can
/// serve; the others lose a cycle. Example: two loads of different words and a third instruction take 0.72 cycles, not
/// 0.67. The demands for the load ports are raised by the mean loss (LoadBanks::collisions).
void raise_colliding_loads(CostedKernel &kernel, const AddressAnalysis &addresses);

// Address units that are chosen by position, and not by availability.

/// Concerns straight-line code of which several iterations fill each dispatch group exactly, so that all groups are
/// alike. The first accesses of successive groups alternate between two units. Each later access of a group goes to the
/// next unit. If a group has more accesses than there are units, but not a multiple of them, one unit gets more than
/// its share of two groups. Example: of two groups of four accesses, one of three units gets three, so that they take 3
/// cycles and not 8/3. The demands for the units are raised accordingly. This was only observed if everything that is
/// dispatched enters a scheduler, so not together with eliminated moves.
void raise_grouped_accesses(CostedKernel &kernel);

// Additions of constants that are done at rename, but have to be completed for some readers.

/// An operation without an adder that reads the result of such an addition waits for a uop that adds the constant
/// (RenamedAdditions::late_demands). The demands of that uop are added to those of the operation. Example: `lea
/// 64(%rbx), %rdi; shl $4, %rdi` takes a cycle, because two uops use the shifter's two ports.
void add_late_additions(CostedKernel &kernel, const DependencyGraph &graph);

// The alignment of the pointers in a loop over a grid.

/// For each access, the assumed distance in bytes from the beginning of a line to the address in its pointer.
/// It is 0 for most accesses, because nothing is known.
///
/// A moving vector load at an offset that is not a multiple of its width shows that the loop reads neighbours. It then
/// works on the inside of a grid, which begins after the boundary elements. The other rows are then not read from their
/// beginning either. So vector loads through pointers for which all loads would be aligned are assumed to be off by as
/// much as that load. This applies only to loops: in blocks without a context all pointers are known.
[[nodiscard]] std::vector<std::int64_t> stencil_shifts(const CostedKernel &kernel, const AddressAnalysis &addresses,
                                                       int line_bytes);

} // namespace osaca
