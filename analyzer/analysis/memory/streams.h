// The accesses of a loop, grouped by the arrays that they access.
//
// Two accesses whose addresses have the same symbols (graph/address.h) move together at a known distance: they belong
// to one array. Accesses that are near each other (neighbours in a row, copies of an unrolled body) form one stream,
// because data that one of them brings into the first level is still there for the other. Rows of an array that are
// farther apart are separate streams. For these, line_traffic.h determines in which cache the data that one row brought
// in is still there for the next row.
#pragma once

#include "analysis/bounds/prediction.h"
#include "base/cycles.h"
#include "kernel/instruction.h"
#include "kernel/kernel.h"
#include "report/memory_report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

struct AccessStream {
  StreamKind kind = StreamKind::unknown;
  int array = 0;             ///< a number that all streams of one array share
  std::string source_name;   ///< the name of its array, if all accesses with a name agree; empty: not known
  std::vector<int> accesses; ///< indices into AddressAnalysis::accesses, in program order
  std::optional<std::int64_t> step_bytes;
  std::optional<EvenStep> even_step;   ///< a step that is the same in all iterations, but not a known number
  std::int64_t first_offset_bytes = 0; ///< the smallest offset among its accesses
  bool reads = false;
  bool writes = false;
  bool is_streaming_store = false;
  bool reads_neighbours = false; ///< accesses some bytes several times, in different iterations
  int bytes_per_iteration = 0;   ///< distinct bytes that it accesses; 0: not known
  Cycles lines_per_iteration;
  int line_step = 1; ///< if strided: the distances between its lines are multiples of this number of lines
};

/// The properties of a cache that determine a stream's lines.
struct CacheShape {
  int line_bytes = 64;
  int l1_bytes = 0;
};

/// In the order of their first accesses. Prefetches do not form streams.
[[nodiscard]] std::vector<AccessStream> streams_of(const Kernel &kernel, const PreparedKernel &prepared,
                                                   const CacheShape &cache);

// How many cache lines a stream accesses per iteration, computed from the bytes that it touches.

struct TouchedBytes {
  std::int64_t offset_bytes = 0;
  int width_bytes = 0;
};

struct TouchedLines {
  int bytes = 0;         ///< distinct bytes per iteration, over all iterations
  Cycles lines;          ///< new lines per iteration
  bool all_lines = true; ///< no line that the stream passes is skipped
  bool overlaps = false; ///< some bytes are accessed from different offsets, in the same or in different iterations
};

/// `step_bytes` is the step of all accesses per iteration; empty: they move in an unknown way. Accesses are assumed to
/// be aligned to their own width, as compilers align them.
[[nodiscard]] TouchedLines lines_touched(std::vector<TouchedBytes> touched, std::optional<std::int64_t> step_bytes,
                                         int line_bytes);

/// The number of elements of a gather or scatter. Each may be in a line of its own.
[[nodiscard]] int lanes_of(const Instruction &gather);

// The origin of an address that has no known step, traced through the dependency graph.

enum class AddressOrigin {
  computed, ///< it does not depend on a loaded value
  loaded,   ///< it depends on a value that another access loads
  chased    ///< it depends on what the access itself loaded in an earlier iteration
};

/// For the accesses of one loop. `prepared` must outlive this object.
class AddressOrigins {
public:
  explicit AddressOrigins(const PreparedKernel &prepared);

  /// A load whose own address is the same in every iteration (of a spilled register or a constant) does not count as a
  /// loaded value. If the loop stores to this address, the stored value is traced instead.
  [[nodiscard]] AddressOrigin of(const MemoryAccess &access) const;

  /// The edges through which an access gets its address.
  [[nodiscard]] std::vector<EdgeIndex> edges_to(const MemoryAccess &access) const;

private:
  const DependencyGraph &graph_;
  std::vector<EdgeIndex> by_target_;         ///< all edges, grouped by their target node
  Indexed<ValueNode, std::size_t> first_;    ///< index into by_target_
  Indexed<ValueNode, bool> loads_elsewhere_; ///< the value is loaded by an access whose address may change
};

// The size of the numbers that a loop computes with.

/// Bytes, derived from the names of its floating-point operations. Empty: there are none, or they have several sizes.
/// Integers in vectors are not considered, because they have no size of their own.
[[nodiscard]] std::optional<int> element_bytes(const Kernel &kernel);

// An address as written in the assembly.

/// "-8(%rsi,%rax)", "[x0, x1, lsl #3]"; "" if the text has none. `operand` is an index into Instruction::operands.
[[nodiscard]] std::string address_text(const Instruction &instruction, int operand);

} // namespace osaca
