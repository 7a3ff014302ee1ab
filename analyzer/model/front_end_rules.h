// How a core reads, decodes and dispatches code: the parts of Core for its front end.
#pragma once

#include "base/cycles.h"
#include "base/figure_origin.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca {

/// Limits for operations that are one macro-op until dispatch and split there (see MemoryAccessCost::indexed_slots).
struct DispatchSplits {
  int among_first = 0; ///< N: a split operation must be among the first N macro-ops of a cycle, where each split
                       ///< operation counts as one
  int per_cycle = 0;   ///< maximum number of split operations per cycle
  Provenance provenance;
};

/// In straight-line code, operations of many macro-ops are dispatched only at the beginning of a cycle.
struct CycleStarts {
  int from_slots = 0;       ///< applies to operations of at least this many macro-ops
  int loops_from_slots = 0; ///< the same in loops; 0: only in straight-line code
  Provenance provenance;
};

/// Short loops that leave dispatch slots empty: the first macro-op of each group of iterations begins a new cycle.
struct ShortLoops {
  struct Size {
    int ops = 0;        ///< macro-ops of an iteration
    int iterations = 1; ///< iterations of a group
  };
  std::vector<Size> sizes; ///< ascending in `ops`; loops of other sizes have no gaps
  Provenance provenance;
};

/// How the front end reads code: in each cycle, from one aligned block of bytes, up to the end of the block or to a
/// taken branch.
struct Fetch {
  int block_bytes = 64;
  int cache_bytes = 0;                     ///< size of the first-level instruction cache; 0: not known
  int beyond_bytes_per_cycle = 0;          ///< fetch rate of a loop that does not fit into this cache
  std::vector<std::string> length_changes; ///< globs over opcodes with a length-changing prefix: slow to decode
  Cycles length_change_cycles;             ///< cycles to decode each of them
  Provenance provenance;
  Cycles jumped_block_cycles = 1; ///< for a block that is entered and left by jumps
};

/// Jumps that the op cache does not keep because of their position. This is the effect of Intel's microcode update for
/// the jump erratum.
struct UnkeptJumps {
  int block_bytes = 32; ///< a jump is not kept if it crosses or ends at a boundary of such aligned blocks
  /// Size of the aligned block that contains the first byte of the jump; the block is not kept either.
  int lost_bytes = 32;
  Provenance provenance;
};

/// A cache of decoded instructions. An entry holds up to `entry_ops` macro-ops of one aligned block of code.
struct OpCache {
  int entries = 0;
  int entry_ops = 0;
  int entries_per_cycle = 1;
  int block_entries = 0;           ///< a block that needs more entries is not kept; 0: no limit
  int decoded_per_cycle = 0;       ///< decoding rate of instructions that are not in the cache
  int decoded_bytes_per_cycle = 0; ///< decoding rate of code in blocks that are not kept
  int ops_per_cycle = 0;           ///< macro-ops that are read per cycle, never of two iterations; 0: unknown
  Provenance provenance;
  int block_bytes = 0; ///< size of these blocks of code; 0: equal to Fetch::block_bytes
  std::optional<UnkeptJumps> unkept_jumps = {};
  /// Macro-ops at the end of a piece of code that are read together with those of another piece, where a piece ends at
  /// a taken branch, and macro-ops of two pieces are otherwise not read in the same cycle. 0: pieces are not read
  /// apart.
  int piece_tail_ops = 0;
  bool wide_constants = false; ///< an operation with a long constant takes two places of an entry (has_wide_constant)
  Cycles reread_cycles = 0; ///< for each read of a block after the first, where a read is `entries_per_cycle` entries.
                            ///< 0: the entries of an iteration are read as one sequence, across blocks
};

} // namespace osaca
