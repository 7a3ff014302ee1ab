// A loop on one core: its instructions, each in its place. What all bounds are computed from, and nothing else is
// needed for them: no text, no names.
#pragma once

#include "analysis/bind/costed_instruction.h"
#include "kernel/kernel.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace osaca {

/// What the core's front end and rename stage make of an instruction between its neighbours.
struct PlacedInstruction {
  std::shared_ptr<const CostedInstruction> costed; ///< never null
  std::uint32_t first_demand = 0;                  ///< in CostedKernel::demands
  std::uint32_t end_demand = 0;
  Cycles dispatch_slots;         ///< the stack synchronisation's included, without what fusion saves
  bool waits_for_stores = false; ///< drains them, and there is one before it; the demands hold it
  bool needs_stack_sync = false; ///< an uop before it brings the stack pointer up to date; the demands hold it
  bool fused_with_next = false;  ///< is executed with the next instruction (behind the last: the first), on its port
  bool shares_slot_with_next = false; ///< at dispatch; so are most that are fused
  bool takes_no_time = false; ///< its result is there with that of the instruction before it, of which it is a part
  [[nodiscard]] bool splits_at_dispatch() const { return costed->cost->splits_at_dispatch && !shares_slot_with_next; }
};

struct CostedKernel {
  MachineModel model;
  RegionKind region = RegionKind::loop;
  WayBack way_back = WayBack::at_end;
  std::vector<PlacedInstruction> instructions;
  PortSet closed_ports = 0;           ///< to operations on vectors, because some of them are wide
  bool follows_register_stack = true; ///< false: chains through x87's registers are not known
  std::vector<PortDemand> demands;    ///< of all instructions, one after the other
  CodePlace place = {};

  [[nodiscard]] std::span<const PortDemand> demands_of(std::size_t instruction) const {
    const PlacedInstruction &placed = instructions[instruction];
    return std::span(demands).subspan(placed.first_demand, placed.end_demand - placed.first_demand);
  }

  /// It follows on itself, and no branch is taken. (What branches in a basic block is its last instruction, which is
  /// left out there.)
  [[nodiscard]] bool is_straight_line() const;
};

/// Fusion and stack synchronisation follow from the neighbours.
[[nodiscard]] CostedKernel place(const MachineModel &model, RegionKind region, WayBack way_back,
                                 std::vector<std::shared_ptr<const CostedInstruction>> instructions);

/// `costs` remembers the forms for the next kernel on the same core.
[[nodiscard]] CostedKernel bind(const Kernel &kernel, FormCosts &costs);
[[nodiscard]] CostedKernel bind(const Kernel &kernel, const MachineModel &model, int compiler_index);

// Where the stack engine has to bring the stack pointer up to date.

/// Sets needs_stack_sync of each instruction of the loop: it takes the stack pointer as an operand, and pushes or pops
/// have moved it since it was last written or brought up to date. Addresses do not count: the engine adds what it has
/// counted to them.
void mark_stack_syncs(std::span<PlacedInstruction> instructions);

// x87's registers are named from the top of a stack, so that a name means another register after each push and pop.
// Where an iteration leaves as much on the stack as it found, each place has the same register in every iteration.

/// Replaces the names by registers. Where the iteration does not come back to the place where it began, or resets the
/// stack, nobody waits for what is on it, and the answer is false.
[[nodiscard]] bool follow_register_stack(std::vector<std::shared_ptr<const CostedInstruction>> &instructions);

// Port demands that follow from addresses, beside those of the instructions' figures.

class AddedDemands {
public:
  void add(int instruction, const PortDemand &demand) { all_.emplace_back(instruction, demand); }

  /// Each behind the demands that its instruction has.
  void insert_into(CostedKernel &kernel) const;

private:
  std::vector<std::pair<int, PortDemand>> all_;
};

} // namespace osaca
