// The latencies of an instruction for each pair of a source and a result.
#pragma once

#include "analysis/bind/costed_instruction.h"
#include "kernel/instruction.h"
#include "osaca/instruction_figures.h"

#include <vector>

namespace osaca {

/// In the order of the results. `costed` is `instruction` on `core`, and has figures.
[[nodiscard]] std::vector<OperandLatencyFigure> latency_figures(const Core &core, const Instruction &instruction,
                                                                const CostedInstruction &costed);

} // namespace osaca
