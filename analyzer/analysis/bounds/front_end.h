// How fast the front end can read code. Code is read in aligned blocks of bytes. Code that does not fit into the op
// cache (the cache of decoded instructions) is decoded again. Code that does not fit into the first-level instruction
// cache is fetched from the second-level cache.
//
// The address of a loop determines how many blocks it touches. In a linked program, the address is known. In an object
// file, only the position relative to the section's alignment is known, and the fastest of the possible addresses is
// assumed. In assembly text, the address is not known, so the loop and the code after each taken branch are assumed to
// begin at a block boundary.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "report/bound.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace osaca {

struct CodeSupply {
  enum class Limit {
    none,
    blocks,
    calls,
    entries,
    dense,
    jumps,
    lengths,
    decoders,
    cache
  }; ///< none: the model has no figures, or a length is not known. blocks, entries: reading blocks of code, or entries
     ///< of the op cache. calls: reading blocks, and waiting after calls and returns. dense: decoding blocks that need
     ///< more entries than the op cache keeps for a block. jumps: decoding blocks that it does not keep because of a
     ///< jump at the end of one. lengths: decoding length-changing prefixes. decoders: the code does not fit into the
     ///< op cache. cache: it does not fit into the first-level instruction cache
  Limit limit = Limit::none;
  Cycles cycles; ///< per iteration
  Cycles blocks; ///< read per iteration; for a basic block that is repeated without a branch, the bytes divided by the
                 ///< size of a block
  std::int64_t entries = 0; ///< entries of the op cache read per iteration, as if each of them were full
  std::int64_t bytes = 0;
  int length_changes = 0;       ///< instructions with a length-changing prefix, if they are decoded
  std::int64_t dense_bytes = 0; ///< the part of `bytes` in blocks that the op cache does not keep
  std::int64_t lost_bytes = 0;  ///< the part of `bytes` that is decoded because of UnkeptJumps
  std::vector<int> lost_jumps;  ///< these jumps, as indices into the instructions, ascending
  /// Cycles at the best and at the worst address that the linker may choose. In a linked program, the address is final,
  /// and these figures show the effect of another address.
  Cycles least;
  Cycles most;
};

/// `dispatch_cycles` is the time of an iteration if all its instructions are in the op cache.
[[nodiscard]] CodeSupply code_supply(const CostedKernel &kernel, Cycles dispatch_cycles);

/// The time for calls and returns on a core where they take longer than other taken branches, either always or only if
/// a function returns to several places.
struct CallTimes {
  int count = 0;         ///< of calls and returns
  Cycles in_turn;        ///< time of the calls and returns, one after the other, and of the other taken branches
  Cycles beyond_reading; ///< the part of `in_turn` in which no block of code is read; 0: unknown, because the core
                         ///< predicts two branches at a time
};

[[nodiscard]] CallTimes call_times(const CostedKernel &kernel);

/// The macro-ops of one iteration, of a group of iterations, or of a piece of code are read in whole cycles.
struct WholeReads {
  Cycles cycles;         ///< per iteration; 0: no limit
  int ops_per_cycle = 0; ///< macro-ops read per cycle
  int iterations = 1;    ///< iterations of a group
  int pieces = 1;        ///< pieces of an iteration, each of which ends at a taken branch; they are read apart
};

/// The cycles of one iteration in the front end: dispatch of the macro-ops, taken branches, and reading the code.
struct FrontEnd {
  Cycles macro_ops;       ///< per iteration, after fusion
  Cycles width;           ///< macro-ops dispatched per cycle; 0: not known
  Cycles dispatch_cycles; ///< macro_ops / width + callee_cycles, and the waits of split operations for a slot
  Cycles callee_cycles; ///< the time of called functions whose cost comes from a table; they occupy all dispatch slots
  Cycles waiting;       ///< the part of dispatch_cycles for which split operations wait for the first slots of a cycle
  int taken_branches = 0; ///< per iteration, including the branch back to the start of the loop
  Cycles call_cycles; ///< per iteration: the time of all branches if calls and returns are slower than others; 0: they
                      ///< are not slower, as far as is known
  int calls = 0;      ///< the number of calls and returns, if call_cycles is not 0
  Cycles run_end_cycles; ///< for each of `run_ends`
  int run_ends = 0;      ///< per iteration: the ends of inner loops that cost time (Core::run_end_cycles)
  Cycles branch_cycles;  ///< the larger of call_cycles, and the number of taken branches per iteration times the core's
                         ///< minimum time between two of them, plus the time of `run_ends`
  WholeReads reads;
  CodeSupply code;
  [[nodiscard]] bool code_is_slowest() const {
    return std::max({dispatch_cycles, branch_cycles, reads.cycles}) < code.cycles;
  }
  [[nodiscard]] bool reading_is_slowest() const {
    return !code_is_slowest() && std::max(dispatch_cycles, branch_cycles) < reads.cycles;
  }
  [[nodiscard]] ReadInWholeCycles read_in_whole_cycles() const {
    return {macro_ops, reads.ops_per_cycle, reads.iterations, reads.pieces};
  }
  [[nodiscard]] bool calls_are_slowest() const {
    return !code_is_slowest() && !reading_is_slowest() && dispatch_cycles < branch_cycles &&
           branch_cycles == call_cycles;
  }
  /// The bound with the code at the best possible address.
  [[nodiscard]] Cycles bound_elsewhere() const {
    return std::max({dispatch_cycles, branch_cycles, reads.cycles, code.least});
  }
  [[nodiscard]] Cycles bound() const { return std::max({dispatch_cycles, branch_cycles, reads.cycles, code.cycles}); }
};

[[nodiscard]] FrontEnd front_end(const CostedKernel &kernel);

// What the front end reads for the code of an iteration: aligned blocks of bytes, and entries of the op cache.

struct CodeCounts {
  std::int64_t bytes = 0;
  std::int64_t blocks = 0;
  std::int64_t joined_blocks = 0; ///< blocks that are not both entered and left by jumps
  std::int64_t ops = 0;
  std::int64_t entries = 0; ///< entries that the code occupies in the op cache; an entry holds code of one block only
  std::int64_t reads = 0;   ///< entries read per iteration, if each entry holds as many macro-ops as possible up to a
                            ///< taken branch, even of several blocks
  std::int64_t rereads = 0; ///< reads of each block after the first, if a read is OpCache::entries_per_cycle entries
  std::int64_t uncached_bytes = 0; ///< in blocks that the op cache does not keep at all
  std::int64_t lost_bytes = 0;     ///< from the first block that is not kept because of a jump, to the end of the piece
  std::int64_t lost_cycles = 0; ///< cycles to decode these bytes, with one aligned group of bytes and a limited number
                                ///< of instructions per cycle

  CodeCounts &operator+=(const CodeCounts &other);
};

/// The counts for each piece of the code, where a piece ends at a taken branch. All instruction lengths and the core's
/// Fetch must be known. If the address of the code is known, the code is assumed to begin `shift` bytes after this
/// address. Otherwise, each piece is assumed to begin `shift` bytes after a block boundary. `lost_jumps` are the jumps
/// that the op cache does not keep.
[[nodiscard]] std::vector<CodeCounts> read_pieces(const CostedKernel &kernel, std::uint64_t shift,
                                                  const std::vector<int> &lost_jumps = {});

/// The bytes and the macro-ops of all pieces. The other counts stay 0.
[[nodiscard]] CodeCounts straight_line_counts(const CostedKernel &kernel);

/// The jumps that the op cache does not keep because of UnkeptJumps, as ascending indices, with the code at the same
/// position as in read_pieces(). Empty if the core keeps all jumps.
[[nodiscard]] std::vector<int> jumps_not_kept(const CostedKernel &kernel, std::uint64_t shift);

/// The size of the blocks whose boundaries affect the time: moving the code by a multiple of this size has no effect.
/// The core's Fetch must be known.
[[nodiscard]] int place_period(const Core &core);

[[nodiscard]] CodeCounts sum_of(const std::vector<CodeCounts> &pieces);

} // namespace osaca
