// What a bound is about: render/words makes the half sentences.
#pragma once

#include "base/cycles.h"
#include "report/memory_report.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace osaca {

/// The busiest ports that execute, and those that a division keeps busy; none: nothing uses them.
struct BusiestPorts {
  std::vector<std::string> ports;
};
struct DividerPorts {
  std::vector<std::string> ports;
};

struct Dispatched {
  Cycles macro_ops;
  Cycles width;   ///< macro-ops per cycle
  Cycles waiting; ///< cycles for the first places of one: only there some can be split in two
};
struct ReadUpToBranches { ///< in whole cycles
  Cycles macro_ops;
  int per_cycle = 0;
};
struct CodeBlocks { ///< aligned blocks of code, one read per cycle
  std::int64_t bytes = 0;
  Cycles blocks;
  int block_bytes = 0;
};
struct OpCacheEntries {
  Cycles macro_ops;
  std::int64_t entries = 0;
  int read_per_cycle = 1;
};
struct TooDenseForOpCache {
  std::int64_t bytes = 0; ///< of code
  int most_ops = 0;       ///< that it keeps of a block
  int block_bytes = 0;
  int bytes_per_cycle = 0;
};
struct LengthsFoundLate { ///< of instructions with a prefix that changes it
  int instructions = 0;
  Cycles cycles; ///< each
};
struct BeyondOpCache {
  int entries = 0; ///< that it has
  int decoded_per_cycle = 0;
};
struct BeyondInstructionCache {
  std::int64_t bytes = 0; ///< of code
  int bytes_per_cycle = 0;
};

struct StoresNotModelled {};
struct StoresLeaving { ///< for the cache; none: there are no stores
  Cycles parts;
  Cycles block_changes;
  int block_bytes = 0;
};

struct LongestCycle { ///< of dependencies; no iterations: there is none
  Cycles cycles;
  int iterations = 0;
};

struct DataBehind {  ///< the first-level cache
  std::string level; ///< where they are
  MemoryBoundKind slowest = MemoryBoundKind::transfers;
  std::string transfers_of; ///< with `transfers`: the level whose lines take longest
};

/// Of a report that was read back: its words, whatever they are.
struct WrittenExplanation {
  std::string text;
};

using BoundFacts = std::variant<WrittenExplanation, BusiestPorts, DividerPorts, Dispatched, ReadUpToBranches,
                                CodeBlocks, OpCacheEntries, TooDenseForOpCache, LengthsFoundLate, BeyondOpCache,
                                BeyondInstructionCache, StoresNotModelled, StoresLeaving, LongestCycle, DataBehind>;

} // namespace osaca
