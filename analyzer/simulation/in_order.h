// A loop on a core that executes in program order, and its simulation, instruction by instruction.
//
// No instruction is issued before an earlier one. An instruction is issued in the first cycle in which three conditions
// are met: its sources are available, or will be when it needs them; its ports are free; and the core can issue it
// together with the instructions that it has already issued in this cycle. An instruction that waits therefore delays
// all later ones.
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

/// A value that an instruction needs: the instruction is issued at least `offset_ticks` after `instruction` in the
/// iteration that is `distance` iterations earlier. The offset is negative if the value is needed later than at issue,
/// by more than the latency of the value.
struct InOrderInput {
  int instruction = 0;
  int distance = 0;
  int offset_ticks = 0;
};

struct IssuePortUse {
  PortSet ports = 0;                ///< the use occupies one of these ports
  int busy_ticks = ticks_per_cycle; ///< for how long
};

struct InOrderInstruction {
  int slot_ticks = ticks_per_cycle; ///< its share of the issue width; 0: issued together with the previous instruction
  std::vector<IssuePortUse> uses;   ///< all begin when it is issued; sorted by the number of ports
  std::vector<InOrderInput> inputs;
  bool begins_group = false; ///< issued only as the first instruction of a cycle
  bool ends_group = false;   ///< issued only as the last instruction of a cycle
  std::uint32_t apart = 0;   ///< bit i: not issued in the same cycle as an instruction that has bit i of `apart_from`
  std::uint32_t apart_from = 0;
  bool writes_in_any_order = false; ///< InOrder::writes_in_order does not apply to it
  int first_write_ticks = 0;        ///< from its issue to its first and to its last result
  int last_write_ticks = 0;
};

struct InOrderProgram {
  std::vector<InOrderInstruction> instructions; ///< of one iteration, in program order
};

// The result.

/// Why the next instruction in program order is not issued in a cycle.
enum class IssueDelay { value, port, pairing, write_order, width };

/// The cycles between the issue of an instruction and that of the previous instruction, by cause. The cycles of all
/// stalls add up to the cycles per iteration.
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
  int next = 0;  ///< from this cycle on, it is the next instruction to be issued
  int ready = 0; ///< from this cycle on, its sources are available; at least `next`
  int issued = 0;
  std::vector<int> ports;
};

struct InOrderResult {
  Cycles cycles;                    ///< per iteration, in the steady state
  int period_iterations = 0;        ///< see SimulationResult
  std::vector<InOrderStall> stalls; ///< by instruction
  std::vector<IssueTimes> timeline; ///< in program order
};

constexpr int most_in_order_instructions = 2000; ///< in an iteration

/// Empty if an iteration has no instructions, or more than `most_in_order_instructions`. The run time is linear in the
/// number of instructions and inputs, because the number of simulated iterations is limited. If
/// SimulationOptions::measured_iterations is not 0, the simulation does not search for a repetition.
[[nodiscard]] std::optional<InOrderResult> simulate_in_order(const InOrderProgram &program, const Core &core,
                                                             const SimulationOptions &options);

} // namespace osaca
