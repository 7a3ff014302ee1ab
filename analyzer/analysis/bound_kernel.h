// A kernel with the cost of each instruction on one core: what all analyses work on.
#pragma once

#include "kernel/kernel.h"
#include "model/machine_model.h"

#include <vector>

namespace osaca {

/// What the core's front end and rename stage make of an instruction.
struct BoundInstruction {
  Cost cost;                   ///< all zero if `unknown`
  bool unknown = false;        ///< no figures anywhere, or not decoded
  bool breaks_dependency = false; ///< zero idiom: its sources do not matter
  bool eliminated = false;     ///< needs no port (idiom, renamed move)
  bool needs_stack_sync = false; ///< an uop before it brings the stack pointer up to date; `cost` holds its demands
  bool fused_with_next = false; ///< shares the dispatch slot (and the port) of the next instruction
};

struct BoundKernel {
  Kernel kernel;
  MachineModel model;
  std::vector<BoundInstruction> instructions; ///< parallel to kernel.instructions
};

/// `compiler_index`: position of the model's compiler_cpu in DecodeOptions::scheduling_cpus, -1 if it was not asked for.
[[nodiscard]] BoundKernel bind(const Kernel &kernel, const MachineModel &model, int compiler_index);

} // namespace osaca
