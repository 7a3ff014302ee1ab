// A loop with its costs on one core: the instructions, and how neighbouring instructions change the cost of an
// instruction. All bounds are computed from this data. It contains no text and no names, because bounds do not need
// them.
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
  Cycles dispatch_slots;         ///< including those of the stack synchronisation, and without those that fusion saves
  bool waits_for_stores = false; ///< it drains stores, and there is a store before it; the demands include this
  bool needs_stack_sync = false; ///< a uop before it updates the stack pointer; the demands include this
  int merged_registers = 0;      ///< number of registers that uops before it merge with their high bytes; the demands
                            ///< include these uops, and dispatch_slots includes all slots of a cycle for each of them
  std::uint8_t fusion_rule = 0; ///< if fused_with_next: index of the core's rule
  bool fused_with_next = false; ///< executed together with the next instruction, on a port of the next one; the last
                                ///< instruction is followed by the first
  bool shares_slot_with_next = false; ///< both take one slot at dispatch, as most fused instructions do
  /// Executed together with the previous instruction: its result is available at the same time.
  bool takes_no_time = false;
  [[nodiscard]] bool splits_at_dispatch() const { return costed->cost->splits_at_dispatch && !shares_slot_with_next; }
};

/// A register that a uop merges with its high byte before an instruction that reads the register (HighByteMerge).
struct RegisterMerge {
  int instruction = 0;
  CostedRegister reg; ///< as an operand of the instruction
};

struct CostedKernel {
  MachineModel model;
  RegionKind region = RegionKind::loop;
  WayBack way_back = WayBack::at_end;
  std::vector<PlacedInstruction> instructions;
  PortSet closed_ports = 0; ///< ports that execute no vector operations, because there are operations on wide vectors
  bool follows_register_stack = true; ///< false: dependencies through the x87 registers are unknown
  std::vector<PortDemand> demands;    ///< of all instructions, consecutively
  CodePlace place = {};
  int further_calls = 0; ///< number of calls of functions that the same iteration has called before; their instructions
                         ///< are in the kernel
  std::vector<RegisterMerge> merges = {}; ///< in the order of the instructions

  [[nodiscard]] std::span<const PortDemand> demands_of(std::size_t instruction) const {
    const PlacedInstruction &placed = instructions[instruction];
    return std::span(demands).subspan(placed.first_demand, placed.end_demand - placed.first_demand);
  }

  /// Whether the kernel is repeated without a taken branch. (If the last instruction of a basic block branches, it is
  /// not part of the kernel.)
  [[nodiscard]] bool is_straight_line() const;

  [[nodiscard]] bool has_unknown_call() const;
  /// Whether all instructions and calls have figures, and the x87 registers are followed.
  [[nodiscard]] bool has_all_figures() const;
};

/// Builds a kernel from instructions in program order. Derives fusion and stack synchronisation from the neighbours of
/// each instruction.
[[nodiscard]] CostedKernel place(const MachineModel &model, RegionKind region, WayBack way_back,
                                 std::vector<std::shared_ptr<const CostedInstruction>> instructions);

/// `costs` caches the forms for later kernels on the same core.
[[nodiscard]] CostedKernel bind(const Kernel &kernel, FormCosts &costs);
[[nodiscard]] CostedKernel bind(const Kernel &kernel, const MachineModel &model, int compiler_index);

/// Sets needs_stack_sync of each instruction before which the stack engine must update the stack pointer. These
/// instructions have the stack pointer as an operand, and pushes or pops have changed the stack pointer since it was
/// last written or updated. The stack pointer in an address does not count, because the engine adds its offset to
/// addresses without an update.
void mark_stack_syncs(std::span<PlacedInstruction> instructions);

/// The registers that the core merges with their high bytes, in an endless loop of these instructions. A register is
/// merged before an instruction that reads more than a byte of it, if a high byte was written after the previous such
/// read. A register has at most one entry for each instruction.
[[nodiscard]] std::vector<RegisterMerge> merges_of(std::span<const PlacedInstruction> instructions);

/// The latency that merging adds to this register of the instruction; 0: it is not merged.
[[nodiscard]] Cycles merging_cycles(const CostedKernel &kernel, int instruction, const CostedRegister &reg);

// The x87 registers are named relative to the top of a stack, so a name refers to another register after each push and
// pop. If an iteration leaves as many values on the stack as it found, each position is the same register in every
// iteration.

/// Replaces each name by the register that it refers to. Returns false if the top of the stack is at another position
/// after an iteration, or if the iteration resets the stack. No dependency through the stack is followed in this case.
[[nodiscard]] bool follow_register_stack(std::vector<std::shared_ptr<const CostedInstruction>> &instructions);

// Port demands that follow from the addresses of accesses. They are added to the demands in the instructions' figures.

class AddedDemands {
public:
  void add(int instruction, const PortDemand &demand) { all_.emplace_back(instruction, demand); }

  /// Inserts each demand after the existing demands of its instruction.
  void insert_into(CostedKernel &kernel) &&;

private:
  std::vector<std::pair<int, PortDemand>> all_;
};

} // namespace osaca
