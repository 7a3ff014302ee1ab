// Effects of a core on a whole loop. They are not visible in the figures of single instructions.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"
#include "analysis/graph/dependency_graph.h"

#include <cstdint>
#include <vector>

namespace osaca {

// Loads that cross a cache line, and loads of a whole line.

/// Raises the demands of loads on the load ports, in proportion to the share of iterations in which they cross a line.
/// Also adds the model's figures for vector loads of exactly one line (LineCrossing::whole_line_demands).
///
/// The values of pointers and indices are unknown. Pointers are assumed to be aligned to a line, and indices to start
/// at a multiple of a line. A load whose address changes by an unknown step is assumed not to cross a line.
void raise_crossing_loads(CostedKernel &kernel, const AddressAnalysis &addresses);

// Loads from the same bank of the first-level cache.

/// Adds the cost of bank conflicts to the demands of loads, as cycles on the port that models the busiest bank. The
/// cost is the mean over one period of the positions of the loads within a line. Whether two loads conflict is known
/// only if their positions in a line are known, or at least the distance between them.
void add_bank_demands(CostedKernel &kernel, const AddressAnalysis &addresses);

// Loads that have bank conflicts because they are executed in no fixed order.

/// This effect occurs in straight-line code that is dispatched faster than its loads are executed, so that many loads
/// wait. If the number of loads in an iteration is a multiple of the number of load ports, or if only loads are
/// dispatched, every port gets the loads in a fixed order, and all cycles are alike. In other code, the loads that are
/// executed in one cycle sometimes include more loads from one bank than this bank can serve. The excess loads are
/// delayed by a cycle. Example: two loads of different words and a third instruction take 0.72 cycles instead of 0.67.
/// The demands for the load ports are raised by the mean loss (LoadBanks::collisions).
void raise_colliding_loads(CostedKernel &kernel, const AddressAnalysis &addresses);

// Address units that are chosen by position, and not by availability.

/// A dispatch group consists of the macro-ops that are dispatched in one cycle. The effect occurs in straight-line code
/// in which a whole number of iterations fills each group exactly, so that all groups are alike. The first access of
/// each group goes to one of two units, which alternate from group to group. Each later access of the group goes to the
/// next unit. If a group has more accesses than there are units, and the number is not a multiple of the number of
/// units, one unit gets more than its share. Example with three units: of the eight accesses of two groups, one unit
/// gets three, so the two groups take 3 cycles instead of 8/3. The demands for the units are raised accordingly. The
/// effect was observed only in code in which all macro-ops enter a scheduler. It is therefore not applied to code with
/// eliminated moves, for example.
void raise_grouped_accesses(CostedKernel &kernel);

// Results of vector operations for general registers.

/// Such a result passes through a port of integer operations (VectorResults::through), which is added to the demands of
/// its instruction. Results for flags are only delayed by operations that write flags, as the simulation shows. No port
/// is added for them, because many integer operations write no flags.
void add_vector_result_demands(CostedKernel &kernel);

/// Whether a demand of this instruction was added by add_vector_result_demands().
[[nodiscard]] bool is_vector_result(const CostedKernel &kernel, std::size_t instruction, const PortDemand &demand);

// Additions of constants that are performed at rename, but have to be completed for some readers.

/// Some operations, such as shifts, cannot add the constant themselves. If such an operation reads the result of the
/// addition, it waits for a uop that adds the constant (RenamedAdditions::late_demands). The demands of this uop are
/// added to those of the operation. Example: `lea 64(%rbx), %rdi; shl $4, %rdi` takes a cycle, because the added uop
/// and the shift use the same two ports.
void add_late_additions(CostedKernel &kernel, const DependencyGraph &graph);

// The alignment of the pointers in a loop over a grid.

/// For each access, the assumed distance in bytes from the beginning of a line to the address in its pointer. The
/// distance is 0 for most accesses, because nothing is known about their pointers.
///
/// A vector load whose address changes in each iteration, and whose offset is not a multiple of its width, shows that
/// the loop reads neighbouring elements. Such a loop works on the inside of a grid, which begins after the boundary
/// elements. The rows that it accesses through other pointers are therefore not read from their beginning either. For
/// this reason, if all vector loads through a pointer seem to be aligned, they are assumed to be misaligned by the same
/// number of bytes as that load. This applies only to loops, because all pointers are known in blocks without a
/// context.
[[nodiscard]] std::vector<std::int64_t> stencil_shifts(const CostedKernel &kernel, const AddressAnalysis &addresses,
                                                       int line_bytes);

} // namespace osaca
