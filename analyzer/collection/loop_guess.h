// How much a loop may matter where nobody counted anything: a score, to order loops by. docs/use/reading-a-report.md
// has the formula.
#pragma once

#include "report/report.h"

namespace osaca {

/// At least 0. Predicted cycles, times iterations as the compiler estimates them; calls sink. `machine_loops`: how many
/// loops of the machine code the source loop became on one core; what is inlined into many callers runs often.
[[nodiscard]] double guessed_weight(const KernelReport &kernel, int machine_loops = 1);

} // namespace osaca
