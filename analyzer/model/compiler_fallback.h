// The compiler's scheduling class of an instruction in terms of a model's ports: the answer of last resort.
#pragma once

#include "model/machine_model.h"

namespace osaca {

/// Units are translated by Data::compiler_ports, else by a port of the same name. A unit mapped to no port is dropped;
/// one that is unknown is dropped too, and the provenance says so. Empty: the compiler has no data, or none of it could
/// be used.
[[nodiscard]] std::optional<Cost> compiler_cost(const MachineModel &model, const Instruction &instruction,
                                                const CompilerCost &compiler);

} // namespace osaca
