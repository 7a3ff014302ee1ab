// The accesses of a loop, grouped by the arrays that they access.
//
// If the addresses of two accesses have the same symbols (graph/address.h), the accesses move together at a known
// distance, so they belong to one array. Accesses that are near each other (neighbours in a row, copies of an unrolled
// body) form one stream, because data that one of them brings into the first level is still there for the other. Rows
// of an array that are farther apart are separate streams. For these, line_traffic.h determines which cache still holds
// the data of one row when the next row needs it.
#pragma once

#include "analysis/bounds/prediction.h"
#include "analysis/graph/kept_values.h"
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
  std::string source_name;   ///< the name of its array, if all accesses that have a name agree; empty: unknown
  std::vector<int> accesses; ///< indices into AddressAnalysis::accesses, in program order
  std::optional<std::int64_t> step_bytes;
  std::optional<EvenStep> even_step;   ///< a step that is the same in all iterations, but whose value is unknown
  std::int64_t first_offset_bytes = 0; ///< the smallest offset among its accesses
  bool reads = false;
  bool writes = false;
  bool is_streaming_store = false;
  bool reads_neighbours = false; ///< it accesses some bytes several times, in different iterations
  int bytes_per_iteration = 0;   ///< distinct bytes that it accesses; 0: not known
  Cycles lines_per_iteration;
  int line_step = 1; ///< if strided: the distances between its lines are multiples of this number of lines
};

/// The properties of the caches that determine which lines a stream accesses.
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
  bool all_lines = true; ///< the stream does not skip any lines
  bool overlaps = false; ///< some bytes are accessed at different offsets, in the same or in different iterations
};

/// `step_bytes` is the step of all accesses per iteration; empty: unknown. Accesses are assumed to be aligned to their
/// own width, as compilers align them.
[[nodiscard]] TouchedLines lines_touched(std::vector<TouchedBytes> touched, std::optional<std::int64_t> step_bytes,
                                         int line_bytes);

/// The number of elements of a gather or scatter. Each of them may be in a different line.
[[nodiscard]] int lanes_of(const Instruction &gather);

// The origin of an address that has no known step, traced through the dependency graph.

enum class AddressOrigin {
  kept,     ///< the address is kept until a comparison of the loaded value selects another one (graph/kept_values.h)
  computed, ///< the address does not depend on a loaded value
  loaded,   ///< the address depends on a value that another access loads
  chased    ///< the address depends on a value that the access itself loaded in an earlier iteration
};

/// For the accesses of one loop. `prepared` must outlive this object.
class AddressOrigins {
public:
  AddressOrigins(const Kernel &code, const PreparedKernel &prepared);

  /// The origin of the address of an access. A value that is loaded from the same address in every iteration (a spilled
  /// register or a constant) does not count as a loaded value. If the loop stores to this address, the stored value is
  /// traced instead.
  [[nodiscard]] AddressOrigin of(const MemoryAccess &access) const;

  /// The edges of the dependency graph through which an access gets its address.
  [[nodiscard]] std::vector<EdgeIndex> edges_to(const MemoryAccess &access) const;

private:
  /// The values that an address depends on, with those before them.
  struct Trace {
    AddressOrigin origin = AddressOrigin::computed;
    bool is_kept = false;               ///< one of these values is kept; the values before it are ignored
    bool is_of_other_iteration = false; ///< one of these values was computed in an earlier iteration
  };
  [[nodiscard]] Trace trace(const MemoryAccess &access, bool stops_at_kept) const;

  const DependencyGraph &graph_;
  KeptValues kept_;
  std::vector<EdgeIndex> by_target_;         ///< all edges, grouped by their target node
  Indexed<ValueNode, std::size_t> first_;    ///< index into by_target_
  Indexed<ValueNode, bool> loads_elsewhere_; ///< whether the value is loaded by an access whose address may change
};

// The size of the numbers with which a loop computes.

/// In bytes, derived from the names of the loop's floating-point operations. Empty: there are none, or they have
/// several sizes. Integers in vectors are not considered, because their size is not certain.
[[nodiscard]] std::optional<int> element_bytes(const Kernel &kernel);

// An address as written in the assembly.

/// "-8(%rsi,%rax)", "[x0, x1, lsl #3]"; "" if the text has none. `operand` is an index into Instruction::operands.
[[nodiscard]] std::string address_text(const Instruction &instruction, int operand);

} // namespace osaca
