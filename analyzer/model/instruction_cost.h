// Where the cost of an instruction comes from: the model's forms and the core's memory parts, or else the compiler's
// figures.
#pragma once

#include "model/machine_model.h"

namespace osaca {

// Looks up the cost of an instruction in a model: the form itself, another spelling of it, or its register form with
// the core's memory parts.

/// Empty: the model has nothing that this instruction's cost could be put together from.
[[nodiscard]] std::optional<Cost> listed_cost(const MachineModel &model, const Instruction &instruction);

/// The core's entry for an access of this instruction, scaled to its width, or empty if the core has none for its kind
/// of register or the access has many addresses (gather, scatter).
struct MemoryPart {
  std::vector<PortDemand> demands;
  Cycles dispatch_slots;
  Cycles indexed_slots; ///< beyond these, of an operation that does not keep its parts together
  SplitOperations indexed_slots_for = SplitOperations::several_registers;
  Cycles in_place_slots; ///< beyond these, of a store that belongs to an operation on memory
  Cycles latency_cycles;
  Cycles forward_cycles;
  Cycles relay_cycles;
  Cycles inner_forward_cycles;
  Cycles failed_forward_cycles;
  bool failed_forwards_overlap = false;
  std::vector<PortDemand> failed_forward_demands;
  std::string text; ///< "vector load <= 256 bit"
};
[[nodiscard]] std::optional<MemoryPart> load_part(const Core &core, const Instruction &instruction);
[[nodiscard]] std::optional<MemoryPart> store_part(const Core &core, const Instruction &instruction);

/// Whether the last of its numbers, where opcodes have one for it, shifts a register.
[[nodiscard]] bool shifts_register(const Instruction &instruction);

/// Whether it has several explicit register sources, and all of them are one register.
[[nodiscard]] bool has_one_register_source(const Instruction &instruction);

/// x86: ah, bh, ch or dh.
[[nodiscard]] bool is_high_byte(const Register &reg);

/// What an operand transfers: 0 where that is not known.
[[nodiscard]] int transferred_bytes(const Core &core, const MemoryOperand &memory);

/// x86: a base without an encoding that has no displacement.
[[nodiscard]] bool needs_displacement(const Register &base);

/// Of an address with a base: whether there is a displacement, be it 0, or something that takes as long.
[[nodiscard]] bool is_displaced(const MemoryOperand &memory);

// The compiler's scheduling class of an instruction in terms of a model's ports: the answer of last resort.

/// Units are translated by Data::compiler_ports, else by a port of the same name. A unit mapped to no port is dropped;
/// one that is unknown is dropped too, and the provenance says so. Empty: the compiler has no data, or none of it could
/// be used.
[[nodiscard]] std::optional<Cost> compiler_cost(const MachineModel &model, const Instruction &instruction,
                                                const CompilerCost &compiler);

} // namespace osaca
