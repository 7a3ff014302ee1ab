// Effects of a core on a whole loop that the figures of single instructions do not show.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"
#include "analysis/graph/dependency_graph.h"

#include <cstdint>
#include <vector>

namespace osaca {

// Loads whose bytes lie in two cache lines, and those that take a whole one.

/// Raises the demands of loads on the load ports by the share of iterations in which they cross a line, and by what the
/// model says of loads that move by whole lines.
/// Where a pointer itself points to is not known: it is taken to be aligned to a line, and an index to start at a
/// multiple of one. An address that moves in an unknown way is taken not to cross.
void raise_crossing_loads(CostedKernel &kernel, const AddressAnalysis &addresses);

// Loads that ask the same bank of the first-level cache.

/// Adds what the banks of the cache cost to the demands of loads: as much of the port that stands for the busiest bank
/// as the loads of an iteration need of it, in the mean over the iterations until their places in a line repeat. Loads
/// whose places are not known, or not relative to each other, are taken to meet nobody.
void add_bank_demands(CostedKernel &kernel, const AddressAnalysis &addresses);

// Loads that find their bank taken, because they come in no fixed order.

/// Straight code that is dispatched faster than its loads are executed, so that many of them wait. Where the loads of
/// an iteration are a multiple of the load ports, or nothing else is dispatched, each port meets them in the same order
/// as the others and no two cycles differ. Otherwise every now and then more loads of one bank are chosen together than
/// it serves; the others lose their cycle. Two loads of different words and a third instruction: 0.72 cycles, not 0.67.
/// The demands for the load ports are raised by what is lost in the mean (LoadBanks::collisions).
void raise_colliding_loads(CostedKernel &kernel, const AddressAnalysis &addresses);

// Address units that are chosen by place, not by what is free.

/// Straight code of which several iterations fill each group of dispatch exactly, so that all groups are alike. The
/// first access of a group goes to one of two units in turn, the next to the unit behind it, and so on. Where a group
/// has more accesses than there are units, but no multiple of them, one unit gets more of two groups than its share: of
/// twice four accesses one of three units gets three, so that they take 3 cycles, not 2 2/3. The demands for the units
/// are raised by that. It was seen only where everything that is dispatched goes to a scheduler: not beside moves that
/// are eliminated.
void raise_grouped_accesses(CostedKernel &kernel);

// Additions of constants that are done at rename are left to some readers to do first.

/// An operation without an adder that reads the result of an addition done at rename waits for a uop which adds the
/// constant (RenamedAdditions::late_demands). What that uop needs joins the operation's demands. `lea 64(%rbx), %rdi;
/// shl $4, %rdi` takes a cycle: two uops for the shifter's two ports.
void add_late_additions(CostedKernel &kernel, const DependencyGraph &graph);

// Where the pointers of a loop that reads neighbours point to.

/// By access: how many bytes behind the begin of a line its pointer is taken to point. 0 for most: nothing is known.
///
/// A moving vector load at an offset that is no multiple of its width shows that the loop reads neighbours: it works on
/// the inside of a grid, which begins behind the border. Then the other rows are not read from their beginning either,
/// and vector loads through pointers that would make all of them aligned are taken to lie as far off as that one.
/// Only in loops: in blocks it is known where all pointers point to.
[[nodiscard]] std::vector<std::int64_t> stencil_shifts(const CostedKernel &kernel, const AddressAnalysis &addresses,
                                                       int line_bytes);

} // namespace osaca
