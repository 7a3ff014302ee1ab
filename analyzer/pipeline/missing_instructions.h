// Why there are no figures: code for another core holds instructions that this one does not have at all.
#pragma once

#include "decode/compiler_figures.h"
#include "kernel/kernel.h"
#include "pipeline/arch_resolution.h"
#include "report/report.h"

#include <vector>

namespace osaca {

/// In the kernels of `report` from `first_kernel` on, which append_kernel_reports() made of `kernels`: says of each
/// instruction without figures, and of the findings about them, if the core lacks it.
void tell_missing_instructions(Report &report, std::size_t first_kernel, const std::vector<Kernel> &kernels,
                               const CompilerFigures &compiler, const ResolvedArchs &archs);

} // namespace osaca
