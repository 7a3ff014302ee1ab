// The cost of an instruction: from the forms of the model and the core's memory parts, or from the compiler's figures.
#pragma once

#include "model/machine_model.h"

namespace osaca {

// Figures of the model: the form itself, another spelling of it, or its register form plus the core's memory parts.

/// Empty: the model has no figures from which the cost could be composed.
[[nodiscard]] std::optional<Cost> listed_cost(const MachineModel &model, const Instruction &instruction);

/// The core's figures for the memory access of an instruction, scaled to its width. The fields are those of
/// MemoryAccessCost. Empty if the core has no entry for the kind of register, and for gathers and scatters.
struct MemoryPart {
  std::vector<PortDemand> demands;
  Cycles dispatch_slots;
  Cycles indexed_slots; ///< added to dispatch_slots if an index register makes the core split the load off
  SplitOperations indexed_slots_for = SplitOperations::several_registers;
  Cycles in_place_slots; ///< added to dispatch_slots of a store whose operation also reads this memory location
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

/// Whether the instruction shifts a register by a constant. Only for opcodes whose last immediate is the shift amount.
[[nodiscard]] bool shifts_register(const Instruction &instruction);

/// Whether this is another shift than one to the left by at most four, which compilers use most, and which some cores
/// do at once.
[[nodiscard]] bool shifts_far(const Instruction &instruction);

/// Whether the last register that the instruction reads is the constant zero. Only for multiply-adds.
[[nodiscard]] bool adds_to_zero(const Instruction &instruction);

/// Whether the instruction has several explicit register sources, and all of them are one register.
[[nodiscard]] bool has_one_register_source(const Instruction &instruction);

/// x86: ah, bh, ch or dh.
[[nodiscard]] bool is_high_byte(const Register &reg);

/// The number of bytes that an operand transfers; 0 if it is not known.
[[nodiscard]] int transferred_bytes(const Core &core, const MemoryOperand &memory);

/// Whether it is a part of a lea's address: a register that is only read.
[[nodiscard]] bool is_address_register(const Operand &operand);

/// For a lea, whose address parts are plain sources: the first register that it only reads, which is the base, or the
/// index of an address without a base. Null: there is none.
[[nodiscard]] const Register *first_address_register(const Instruction &instruction);

/// x86: whether addresses with this base are always encoded with a displacement (rbp, r13).
[[nodiscard]] bool needs_displacement(const Register &base);

/// For an address with a base: whether it has a displacement, even an encoded 0, or is as slow as if it had one.
[[nodiscard]] bool is_displaced(const MemoryOperand &memory);

// The compiler's figures for an instruction, in terms of the model's ports. They are used if the model has none.

/// Data::compiler_ports translates units to ports; a unit that it does not contain is translated to the port of the
/// same name. A unit that is mapped to no port is ignored. A unit that cannot be translated is also ignored, and the
/// provenance says so. Empty: the compiler has no data, or none of its units can be translated.
[[nodiscard]] std::optional<Cost> compiler_cost(const MachineModel &model, const Instruction &instruction,
                                                const CompilerCost &compiler);

} // namespace osaca
