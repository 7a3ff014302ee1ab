// How fast code can be read: by aligned blocks of bytes, from decoders if it does not fit into the cache of decoded
// instructions, from the second-level cache if it does not fit into the first.
//
// Where a loop lies decides how many blocks it touches. In a linked program that is known. Before, it is known as far
// as the section's alignment goes, and of the places that are left the fastest is taken. Of text nothing is known: a
// loop is taken to begin at the border of a block, and so is what a taken branch leads to.
#pragma once

#include "analysis/bind/costed_kernel.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace osaca {

struct CodeSupply {
  enum class Limit {
    none,
    blocks,
    entries,
    dense,
    lengths,
    decoders,
    cache
  }; ///< none: the model does not say, or a length is not known
  Limit limit = Limit::none;
  Cycles cycles; ///< per iteration
  Cycles blocks; ///< read per iteration; of a basic block that repeats without a branch, what it fills of them
  std::int64_t entries = 0; ///< full ones of the cache of decoded instructions, read per iteration
  std::int64_t bytes = 0;
  int length_changes = 0;       ///< instructions whose length a prefix changes, where they are decoded
  std::int64_t dense_bytes = 0; ///< of these, in blocks that the cache of decoded instructions does not keep
  /// Cycles at the best and at the worst of the places that the linker may choose, for a linked program: of all places.
  Cycles least;
  Cycles most;
};

/// `dispatch_cycles`: what the iteration takes where its instructions are cached decoded.
[[nodiscard]] CodeSupply code_supply(const CostedKernel &kernel, Cycles dispatch_cycles);

/// Cycles that the front end needs for one iteration: macro-ops over dispatch width, the taken branch that closes it,
/// and reading its code.
struct FrontEnd {
  Cycles macro_ops;       ///< per iteration, after fusion
  Cycles dispatch_cycles; ///< macro_ops / dispatch width; more where operations that are split have to wait for a place
  Cycles waiting;         ///< of dispatch_cycles, for the first places of a cycle: only there some can be split
  int taken_branches = 0; ///< per iteration, the one that closes it included
  Cycles branch_cycles;   ///< taken branches per iteration times the core's taken-branch interval
  Cycles read_cycles; ///< whole cycles in which the macro-ops up to each taken branch are read; 0: that takes no time
  CodeSupply code;
  [[nodiscard]] bool code_is_slowest() const {
    return std::max({dispatch_cycles, branch_cycles, read_cycles}) < code.cycles;
  }
  [[nodiscard]] bool reading_is_slowest() const {
    return !code_is_slowest() && std::max(dispatch_cycles, branch_cycles) < read_cycles;
  }
  /// With the code at the best place that it may get.
  [[nodiscard]] Cycles bound_elsewhere() const {
    return std::max({dispatch_cycles, branch_cycles, read_cycles, code.least});
  }
  [[nodiscard]] Cycles bound() const { return std::max({dispatch_cycles, branch_cycles, read_cycles, code.cycles}); }
};

[[nodiscard]] FrontEnd front_end(const CostedKernel &kernel);

// Counts what reading the code of an iteration touches: aligned blocks of bytes, and entries of the cache of decoded
// instructions.

struct CodeCounts {
  std::int64_t bytes = 0;
  std::int64_t blocks = 0;
  std::int64_t ops = 0;
  std::int64_t entries = 0;      ///< that the cache of decoded instructions keeps, each of one block
  std::int64_t reads = 0;        ///< from it: full entries up to a branch that is taken, whatever their blocks
  std::int64_t bytes_unkept = 0; ///< in blocks of which it keeps nothing

  CodeCounts &operator+=(const CodeCounts &other);
};

/// Of each piece of the code: one ends at a branch that is taken. All lengths and the core's Fetch have to be known.
/// Where the place is known, the code lies `shift` bytes behind it; else each piece begins so many behind a block's
/// border.
[[nodiscard]] std::vector<CodeCounts> read_pieces(const CostedKernel &kernel, std::uint64_t shift);

[[nodiscard]] CodeCounts sum_of(const std::vector<CodeCounts> &pieces);

} // namespace osaca
