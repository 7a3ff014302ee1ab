// The accesses of a loop by the arrays that they move through.
//
// Two accesses whose addresses have the same symbols (graph/address.h) move together at a known distance: they belong
// to one array. Those that are near each other (neighbours in a row, copies of an unrolled body) are one stream,
// because what one of them brings into the first level is still there when the other comes. Rows of an array that are
// further apart are streams of their own; layer_conditions.h tells in which cache they meet.
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
  int array = 0;             ///< streams of one array share it
  std::string source_name;   ///< of its array, where all accesses that have one agree; empty: not known
  std::vector<int> accesses; ///< in AddressAnalysis::accesses, in program order
  std::optional<std::int64_t> step_bytes;
  std::optional<EvenStep> even_step;   ///< where it is no number, but always the same
  std::int64_t first_offset_bytes = 0; ///< of its accesses
  bool reads = false;
  bool writes = false;
  bool is_streaming_store = false;
  bool reads_neighbours = false; ///< comes to some bytes several times, in different iterations
  int bytes_per_iteration = 0;   ///< different bytes that it touches; 0: not known
  Cycles lines_per_iteration;
  int line_step = 1; ///< strided: its lines are so many apart, or multiples of it
};

/// What of a cache a stream's lines are measured by.
struct CacheShape {
  int line_bytes = 64;
  int l1_bytes = 0;
};

/// In the order of their first accesses. Prefetches make none.
[[nodiscard]] std::vector<AccessStream> streams_of(const Kernel &kernel, const PreparedKernel &prepared,
                                                   const CacheShape &cache);

// How many cache lines a stream comes to in an iteration, from the bytes that its accesses touch.

struct TouchedBytes {
  std::int64_t offset_bytes = 0;
  int width_bytes = 0;
};

struct TouchedLines {
  int bytes = 0;         ///< different ones in an iteration, over all iterations
  Cycles lines;          ///< new ones in an iteration
  bool all_lines = true; ///< of what the stream passes
  bool overlaps = false; ///< some bytes are touched from different offsets, in the same or in different iterations
};

/// `step_bytes`: by which all of them move in an iteration; empty: to an unknown place. What is touched is taken to be
/// aligned to its own width, as compilers align it.
[[nodiscard]] TouchedLines lines_touched(std::vector<TouchedBytes> touched, std::optional<std::int64_t> step_bytes,
                                         int line_bytes);

/// The elements that a gather or scatter comes to, each of which may be in a line of its own.
[[nodiscard]] int lanes_of(const Instruction &gather);

// Where an address comes from that moves by no known step: traced back through the dependency graph.

enum class AddressOrigin {
  computed, ///< of no loaded value
  loaded,   ///< of a value that another access loads
  chased    ///< of what the access itself loaded in an earlier iteration
};

/// Of the accesses of one loop, which must outlive this.
class AddressOrigins {
public:
  explicit AddressOrigins(const PreparedKernel &prepared);

  /// Loads of a place that no iteration changes (a spilled register, a constant) give what was stored there, and count
  /// as loaded from nowhere.
  [[nodiscard]] AddressOrigin of(const MemoryAccess &access) const;

  /// The edges that bring an access its address.
  [[nodiscard]] std::vector<EdgeIndex> edges_to(const MemoryAccess &access) const;

private:
  const DependencyGraph &graph_;
  std::vector<EdgeIndex> by_target_;         ///< all edges, those to one node together
  Indexed<ValueNode, std::size_t> first_;    ///< in by_target_
  Indexed<ValueNode, bool> loads_elsewhere_; ///< loaded by an access that moves
};

// The size of the numbers that a loop computes with.

/// Bytes, by the names of its floating-point operations; empty: there are none, or of several sizes. Integers in
/// vectors have no size of their own.
[[nodiscard]] std::optional<int> element_bytes(const Kernel &kernel);

// An address as it stands in the assembly.

/// "-8(%rsi,%rax)", "[x0, x1, lsl #3]"; "" where the text shows none. `operand`: index into Instruction::operands.
[[nodiscard]] std::string address_text(const Instruction &instruction, int operand);

} // namespace osaca
