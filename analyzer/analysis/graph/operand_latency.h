// How long an instruction takes from one of its operands to another.
#pragma once

#include "analysis/bind/costed_kernel.h"

namespace osaca {

/// The load part is not counted. `from`: -1 stands for any. Both are places in CostedInstruction::operands.
[[nodiscard]] Cycles operand_latency(const Core &core, const CostedInstruction &costed, int from, int to);

/// To an operand from the source that takes longest.
[[nodiscard]] Cycles longest_latency(const Core &core, const CostedInstruction &costed, int to);

} // namespace osaca
