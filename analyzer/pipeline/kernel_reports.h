// From decoded kernels to their reports: which are the same code, what they are on every core asked for, and why
// figures are missing.
#pragma once

#include "analysis/bind/costed_instruction.h"
#include "base/loop_role.h"
#include "decode/decoder.h"
#include "kernel/kernel.h"
#include "osaca/analyze.h"
#include "osaca/capture.h"
#include "pipeline/arch_resolution.h"
#include "report/report.h"

#include <vector>

namespace osaca {

// Decoded kernels on every arch asked for.

/// What the decoder needs to know for these archs.
[[nodiscard]] DecodeOptions decode_options(const ResolvedArchs &archs, const AnalyzeOptions &options);

/// One for each arch.
[[nodiscard]] std::vector<FormCosts> form_costs(const ResolvedArchs &archs);

/// `data_of_annotations`: by annotation; what one leaves open is as `options` say. Appends to `report` one KernelReport
/// per kernel and arch, in that order. Where a model of `costs` has no figures, the kernels get the compiler's.
void append_kernel_reports(Report &report, std::vector<Kernel> &kernels, const CompilerFigures &compiler,
                           std::vector<FormCosts> &costs, const AnalyzeOptions &options,
                           const std::vector<DataPlace> &data_of_annotations = {});

// Which kernels are the same code seen twice, and which are copies of one source loop.

/// A file with the markers of several tools around one loop has that loop several times: keeps the first of those that
/// hold the same lines, preferring one with a name.
[[nodiscard]] std::vector<Kernel> without_duplicates(std::vector<Kernel> kernels);

/// The role of every captured loop, [function][loop], with copies numbered within their annotation.
[[nodiscard]] std::vector<std::vector<LoopRole>> numbered_roles(const Capture &capture);

// Why there are no figures: code for another core holds instructions that this one does not have at all.

/// In the kernels of `report` from `first_kernel` on, which append_kernel_reports() made of `kernels`: says of each
/// instruction without figures, and of the findings about them, if the core lacks it.
void tell_missing_instructions(Report &report, std::size_t first_kernel, const std::vector<Kernel> &kernels,
                               const CompilerFigures &compiler, const ResolvedArchs &archs);

} // namespace osaca
