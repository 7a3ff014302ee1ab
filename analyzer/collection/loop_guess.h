// How much a loop may matter where nobody counted anything: a score, to order loops by. docs/reading-a-report.md has the formula.
#pragma once

#include "report/report.h"

namespace osaca {

/// At least 0. Of iterations as the compiler estimates them, and of the kind of code: arithmetic and streams of data rise, calls and
/// decisions sink.
[[nodiscard]] double guessed_weight(const KernelReport &kernel);

} // namespace osaca
