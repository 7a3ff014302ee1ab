// Ports, results and jumps that the simulation treats differently from others.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "simulation/simulation.h"

namespace osaca {

/// Ports that model a limit which many loads share on average. The bounds include them; they cannot be expressed by
/// single uops.
[[nodiscard]] PortSet shared_in_the_mean(const Core &core);

/// The ports whose uops take part in dispatch groups.
[[nodiscard]] PortSet grouped_ports(const Core &core);

/// What the operation of an instruction writes.
[[nodiscard]] WrittenResults results_of(const CostedInstruction &costed);

/// The port through which a uop for these ports writes its results; 0: it needs no other port for that.
[[nodiscard]] PortSet result_port(const Core &core, PortSet ports);

/// Whether the path continues elsewhere after this instruction.
[[nodiscard]] bool is_taken_branch(const CostedKernel &kernel, std::size_t instruction);

/// Sets how control continues after the uop of an operation, or after that of a compare that is fused with the
/// operation.
void mark_branch(const CostedKernel &kernel, std::size_t instruction, SimulatedUop &uop);

/// Whether it is a taken jump with a uop of its own. A jump that is fused with a compare is issued in the usual order.
[[nodiscard]] bool is_separate_jump(const CostedKernel &kernel, std::size_t instruction);

} // namespace osaca
