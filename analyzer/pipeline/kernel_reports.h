// Decoded kernels on every arch asked for.
#pragma once

#include "decode/decoder.h"
#include "osaca/analyze.h"
#include "pipeline/arch_resolution.h"
#include "report/report.h"

#include <vector>

namespace osaca {

/// What the decoder needs to know for these archs.
[[nodiscard]] DecodeOptions decode_options(const ResolvedArchs &archs, const AnalyzeOptions &options);

/// Appends to `report` one KernelReport per kernel and arch, in that order.
void append_kernel_reports(Report &report, const std::vector<Kernel> &kernels, const ResolvedArchs &archs,
                           const AnalyzeOptions &options);

} // namespace osaca
