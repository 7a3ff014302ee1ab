// Why there are no figures: code for another core holds instructions that this one does not have at all.
#pragma once

#include "decode/decoder.h"
#include "pipeline/arch_resolution.h"
#include "report/report.h"

#include <functional>

namespace osaca {

/// Reads the same text again.
using DecodeAgain = std::function<Expected<DecodedInput>(const DecodeOptions &)>;

/// In the kernels of `report` from `first_kernel` on: says of each instruction without figures, and of the findings
/// about them, if the core lacks it. Reads the text again with the core's own instruction set, only if there is reason
/// to. LLVM reads x86 code for every core alike, so nothing is said there.
void tell_missing_instructions(Report &report, std::size_t first_kernel, const ResolvedArchs &archs,
                               const DecodeOptions &options, const DecodeAgain &decode);

} // namespace osaca
