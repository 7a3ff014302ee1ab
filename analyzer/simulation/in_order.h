// A loop on a core that executes in program order, and its simulation, instruction by instruction.
//
// No instruction is issued before an earlier one. Each is issued in the first cycle in which its sources are available
// (or will be when they are needed), its ports are free, and the core can issue it together with the instructions that
// were issued before it in this cycle. So an instruction that waits delays all later ones.
#pragma once

#include "base/cycles.h"
#include "kernel/cost.h"
#include "model/machine_model.h"
#include "simulation/simulation.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace osaca {

// The loop. Times are in ticks (simulation.h).

/// An instruction is issued at the earliest `offset_ticks` after `instruction` of the iteration `distance` earlier. The
/// offset is negative if the value is needed later than it becomes available.
struct InOrderInput {
  int instruction = 0;
  int distance = 0;
  int offset_ticks = 0;
};

struct IssuePortUse {
  PortSet ports = 0;                ///< one of them is used
  int busy_ticks = ticks_per_cycle; ///< how long
};

struct InOrderInstruction {
  int slot_ticks = ticks_per_cycle; ///< its share of the issue width; 0: issued with the instruction before it
  std::vector<IssuePortUse> uses;   ///< all begin when it is issued; those with fewer ports first
  std::vector<InOrderInput> inputs;
  bool begins_group = false; ///< is only issued as the first of a cycle
  bool ends_group = false;   ///< is only issued as the last of a cycle
  std::uint32_t apart = 0;   ///< bit i: is not issued together with an instruction that has bit i of `apart_from`
  std::uint32_t apart_from = 0;
  bool writes_in_any_order = false; ///< exempt from InOrder::writes_in_order
  int first_write_ticks = 0;        ///< from its issue to its first and to its last result
  int last_write_ticks = 0;
};

struct InOrderProgram {
  std::vector<InOrderInstruction> instructions; ///< of one iteration, in program order
};

// The result.

/// Why an instruction is not issued in a cycle in which it is the next one.
enum class IssueDelay { value, port, pairing, write_order, width };

/// Cycles between the issue of an instruction and of the one before it. Those of all instructions add up to the cycles
/// per iteration.
struct InOrderStall {
  int instruction = 0;
  IssueDelay cause = IssueDelay::value;
  int of = -1;   ///< `value`: index into the instruction's inputs; `port`: the port
  Cycles cycles; ///< per iteration
};

/// When an instruction was issued, in cycles from the beginning.
struct IssueTimes {
  int iteration = 0;
  int instruction = 0;
  int next = 0;  ///< it is the next one to be issued
  int ready = 0; ///< its sources are available; not before `next`
  int issued = 0;
  std::vector<int> ports;
};

struct InOrderResult {
  Cycles cycles;                    ///< per iteration, in the steady state
  int period_iterations = 0;        ///< as in SimulationResult
  std::vector<InOrderStall> stalls; ///< by instruction
  std::vector<IssueTimes> timeline; ///< in program order
};

constexpr int most_in_order_instructions = 2000; ///< in an iteration

/// Empty if an iteration has no instructions or too many of them. Takes O(n) time for n instructions and inputs, up to
/// a constant number of iterations. SimulationOptions::measured_iterations, if not 0, turns the search for a repetition
/// off.
[[nodiscard]] std::optional<InOrderResult> simulate_in_order(const InOrderProgram &program, const Core &core,
                                                             const SimulationOptions &options);

} // namespace osaca
