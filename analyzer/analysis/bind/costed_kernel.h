// A loop with its costs on one core: the instructions, and how the neighbours of an instruction change its cost. All
// bounds are computed from it. It contains no text and no names, as bounds do not need them.
#pragma once

#include "analysis/bind/costed_instruction.h"
#include "kernel/kernel.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace osaca {

/// An instruction with the effects of its neighbours in the front end and at rename.
struct PlacedInstruction {
  std::shared_ptr<const CostedInstruction> costed; ///< never null
  std::uint32_t first_demand = 0;                  ///< index into CostedKernel::demands
  std::uint32_t end_demand = 0;
  Cycles dispatch_slots;         ///< including the stack synchronisation, and without the slots that fusion saves
  bool waits_for_stores = false; ///< it drains stores, and there is a store before it; included in the demands
  bool needs_stack_sync = false; ///< a uop before it updates the stack pointer; included in the demands
  int merged_registers = 0;     ///< that uops before it join with their high bytes; included in the demands, and as all
                                ///< slots of a cycle in dispatch_slots
  bool fused_with_next = false; ///< executed together with the next instruction, on a port of the next one; the last
                                ///< instruction is followed by the first
  bool shares_slot_with_next = false; ///< both take one slot at dispatch, as most fused instructions do
  bool takes_no_time = false; ///< its result is available at the same time as that of the instruction before it, with
                              ///< which it is executed
  [[nodiscard]] bool splits_at_dispatch() const { return costed->cost->splits_at_dispatch && !shares_slot_with_next; }
};

/// A register that a uop joins with its high byte before an instruction that reads it (HighByteMerge).
struct RegisterMerge {
  int instruction = 0;
  CostedRegister reg; ///< as the instruction has it
};

struct CostedKernel {
  MachineModel model;
  RegionKind region = RegionKind::loop;
  WayBack way_back = WayBack::at_end;
  std::vector<PlacedInstruction> instructions;
  PortSet closed_ports = 0; ///< ports that execute no vector operations, because some operations are on wide vectors
  bool follows_register_stack = true; ///< false: chains through x87's registers are not known
  std::vector<PortDemand> demands;    ///< of all instructions, consecutively
  CodePlace place = {};
  int further_calls = 0; ///< of functions that an iteration has called before; their instructions are in the kernel
  std::vector<RegisterMerge> merges = {}; ///< in the order of the instructions

  [[nodiscard]] std::span<const PortDemand> demands_of(std::size_t instruction) const {
    const PlacedInstruction &placed = instructions[instruction];
    return std::span(demands).subspan(placed.first_demand, placed.end_demand - placed.first_demand);
  }

  /// Whether the kernel is repeated without a taken branch. (If the last instruction of a basic block branches, it is
  /// not part of the kernel.)
  [[nodiscard]] bool is_straight_line() const;
};

/// Builds a kernel from instructions in program order. Derives fusion and stack synchronisation from the neighbours of
/// each instruction.
[[nodiscard]] CostedKernel place(const MachineModel &model, RegionKind region, WayBack way_back,
                                 std::vector<std::shared_ptr<const CostedInstruction>> instructions);

/// `costs` keeps the forms for the next kernel on the same core.
[[nodiscard]] CostedKernel bind(const Kernel &kernel, FormCosts &costs);
[[nodiscard]] CostedKernel bind(const Kernel &kernel, const MachineModel &model, int compiler_index);

/// Sets needs_stack_sync of each instruction before which the stack engine must update the stack pointer. These
/// instructions have the stack pointer as an operand, and pushes or pops have changed the stack pointer since it was
/// last written or updated. The stack pointer in an address does not count, because the engine adds its offset to
/// addresses without an update.
void mark_stack_syncs(std::span<PlacedInstruction> instructions);

/// The registers that the core joins with their high bytes, in an endless loop of these instructions: a high byte was
/// written, and after the last use of more than a byte of the register. A register has at most one entry for each
/// instruction.
[[nodiscard]] std::vector<RegisterMerge> merges_of(std::span<const PlacedInstruction> instructions);

/// The latency that joining adds to this register of the instruction; 0: it is not joined.
[[nodiscard]] Cycles merging_cycles(const CostedKernel &kernel, int instruction, const CostedRegister &reg);

// x87's registers are named relative to the top of a stack, so that a name refers to another register after each push
// and pop. If an iteration leaves as many values on the stack as it found, each position has the same register in every
// iteration.

/// Replaces each name by the register that it refers to. Returns false if the top of the stack is at another position
/// after an iteration, or if the iteration resets the stack. No dependency through the stack is followed in this case.
[[nodiscard]] bool follow_register_stack(std::vector<std::shared_ptr<const CostedInstruction>> &instructions);

// Port demands that follow from the addresses of accesses. They are added to the demands in the instructions' figures.

class AddedDemands {
public:
  void add(int instruction, const PortDemand &demand) { all_.emplace_back(instruction, demand); }

  /// Inserts each demand after the existing demands of its instruction.
  void insert_into(CostedKernel &kernel) const;

private:
  std::vector<std::pair<int, PortDemand>> all_;
};

} // namespace osaca
