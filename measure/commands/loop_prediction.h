// The prediction that belongs to a measured loop: of the same path, and of code at the same place.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "report/report.h"

#include <span>
#include <string>
#include <string_view>

namespace osaca::measure {

/// The prediction for this path of this loop in the report on the same text; null: there is none.
[[nodiscard]] const KernelReport *prediction_of(const Kernel &loop, const Expected<Report> &report);

/// The assembly text with each of these loops at the beginning of a line of code, because that is where loops are
/// timed. All lines keep their numbers. Loops without a label stay where they are.
[[nodiscard]] std::string placed_as_timed(std::string_view text, std::span<const Kernel> loops);

} // namespace osaca::measure
