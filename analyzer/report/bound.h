// The kinds of bounds of a loop, the facts that explain each bound, and what carries a dependency.
#pragma once

#include "base/cycles.h"
#include "report/memory_report.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace osaca {

// The kinds of bounds.

/// Listed in the order in which ties are resolved: the first of several equal bounds is reported. `memory` is a bound
/// only if the level that holds the loop's data was specified.
enum class BoundKind { ports, divider, front_end, stores, loop_carried, memory };

/// The rule whose finding explains the bound: "osaca-port-bound", "osaca-lcd-bound", ...
[[nodiscard]] std::string_view rule_of(BoundKind kind);

/// "ports", "divider", "front_end", "stores", "lcd", "memory": the names in JSON.
[[nodiscard]] std::string_view name_of(BoundKind kind);

/// "the ports", "the divider", "the front end", "a loop-carried dependency", "memory".
[[nodiscard]] std::string_view phrase_of(BoundKind kind);

// The facts about each kind of bound. render/words turns them into phrases.

/// The busiest execution ports, and the ports that a division keeps busy; empty: none is used.
struct BusiestPorts {
  std::vector<std::string> ports;
};
struct DividerPorts {
  std::vector<std::string> ports;
};

struct Dispatched {
  Cycles macro_ops;
  Cycles width; ///< macro-ops per cycle
  Cycles
      waiting; ///< cycles spent waiting for the first slots of a cycle, because some macro-ops can be split only there
};
struct CalleesRun { ///< the core executes functions whose cost is known from a table
  Cycles cycles;    ///< of all calls together
  Cycles macro_ops; ///< of the loop itself
  Cycles width;     ///< macro-ops per cycle
};
struct CallsInTurn { ///< calls and returns, which the core takes one after the other
  int calls = 0;     ///< calls and returns together
};
struct BranchesTakenInTurn {
  int branches = 0;
  Cycles cycles_each;
  int run_ends = 0; ///< ends of inner loops, after which no instructions arrive for some time
  Cycles cycles_of_run_end;
};
struct ReadInWholeCycles { ///< macro-ops of two groups of iterations, or of two pieces, are not read in the same cycle
  Cycles macro_ops;
  int per_cycle = 0;
  int iterations = 1; ///< iterations of a group
  int pieces = 1;     ///< of an iteration, each of which ends at a taken branch
};
struct CodeBlocks { ///< aligned blocks of code, one read per cycle
  std::int64_t bytes = 0;
  Cycles blocks;
  int block_bytes = 0;
};
struct CallsAndBlocks { ///< calls and returns, and reading the code between them
  int calls = 0;        ///< calls and returns together
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
  int most_ops = 0;       ///< macro-ops that the op cache keeps of one block of code
  int block_bytes = 0;
  int bytes_per_cycle = 0;
};
struct JumpsNotKept { ///< jumps that the op cache does not keep because they cross or end at the end of a block of code
  int jumps = 0;
  std::int64_t bytes = 0; ///< of code that is decoded therefore
  int block_bytes = 0;
};
struct LengthsFoundLate { ///< instructions with a length-changing prefix, whose length the decoders find late
  int instructions = 0;
  Cycles cycles; ///< time to decode each of them
};
struct BeyondOpCache {
  int entries = 0; ///< capacity of the op cache
  int decoded_per_cycle = 0;
};
struct BeyondInstructionCache {
  std::int64_t bytes = 0; ///< of code
  int bytes_per_cycle = 0;
};

struct StoresNotModelled {};
struct StoresLeaving { ///< stores that commit to the cache; all zero: there are no stores
  Cycles parts;
  Cycles block_changes;
  int block_bytes = 0;
};

struct LongestCycle { ///< the longest loop-carried dependency; iterations is 0 if there is none
  Cycles cycles;
  int iterations = 0;
  bool ends_with_run = false; ///< the loop runs only for a few iterations at a time, and runs overlap
};

struct DataBehind {  ///< data in a level after the first-level cache
  std::string level; ///< the level that holds them
  MemoryBoundKind slowest = MemoryBoundKind::transfers;
  std::string transfers_of; ///< if `slowest` is `transfers`: the level whose cache lines take the most time
};

/// The explanation in a report that was read from a file, which contains only the text and not the facts.
struct WrittenExplanation {
  std::string text;
};

using BoundFacts = std::variant<WrittenExplanation, BusiestPorts, DividerPorts, Dispatched, CalleesRun, CallsInTurn,
                                BranchesTakenInTurn, ReadInWholeCycles, CodeBlocks, CallsAndBlocks, OpCacheEntries,
                                TooDenseForOpCache, JumpsNotKept, LengthsFoundLate, BeyondOpCache,
                                BeyondInstructionCache, StoresNotModelled, StoresLeaving, LongestCycle, DataBehind>;

// What carries a dependency: the register or the address through which one instruction passes a value to another.

struct CarrierRegister {
  std::string name; ///< as in Register::name
  auto operator<=>(const CarrierRegister &) const = default;
};

/// symbol + displacement + base + index * scale. base and index are names of registers, or empty.
struct CarrierAddress {
  std::string base;
  std::string index;
  int scale = 1;
  std::int64_t displacement = 0;
  std::string symbol;
  auto operator<=>(const CarrierAddress &) const = default;
};

/// The carrier in a report that was read from a file, which contains only the text.
struct WrittenCarrier {
  std::string text;
  auto operator<=>(const WrittenCarrier &) const = default;
};

/// std::monostate: there is no carrier, because the value stays within one instruction.
using Carrier = std::variant<std::monostate, CarrierRegister, CarrierAddress, WrittenCarrier>;

/// "rax", "8(rsp,rcx*4)"; "" for none.
[[nodiscard]] std::string text_of(const Carrier &carrier);

/// Whether the carrier is the register `name`.
[[nodiscard]] bool is_register(const Carrier &carrier, const std::string &name);

} // namespace osaca
