// Decoded kernels on every arch asked for.
#pragma once

#include "analysis/bind/form_costs.h"
#include "decode/decoder.h"
#include "osaca/analyze.h"
#include "pipeline/arch_resolution.h"
#include "report/report.h"

#include <vector>

namespace osaca {

/// What the decoder needs to know for these archs.
[[nodiscard]] DecodeOptions decode_options(const ResolvedArchs &archs, const AnalyzeOptions &options);

/// One for each arch.
[[nodiscard]] std::vector<FormCosts> form_costs(const ResolvedArchs &archs);

/// `data_of_annotations`: by annotation; what one leaves open is as `options` say. Appends to `report` one KernelReport
/// per kernel and arch, in that order. Where a model of `costs` has no figures, the kernels get the compiler's.
void append_kernel_reports(Report &report, std::vector<Kernel> &kernels, const CompilerFigures &compiler,
                           std::vector<FormCosts> &costs, const AnalyzeOptions &options,
                           const std::vector<DataPlace> &data_of_annotations = {});

} // namespace osaca
