// Converts decoded kernels to reports: removes duplicates, analyses them for every requested core, and explains missing
// figures.
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

// Analyses decoded kernels for every requested core (arch).

/// The options of the decoder for these archs.
[[nodiscard]] DecodeOptions decode_options(const ResolvedArchs &archs, const AnalyzeOptions &options);

/// The costs of instruction forms, one object for each arch.
[[nodiscard]] std::vector<FormCosts> form_costs(const ResolvedArchs &archs);

/// Appends one KernelReport per kernel and arch to `report`, in that order. `data_of_annotations` is indexed by
/// annotation, and says where the data of its loops are. Parts that an entry does not specify are taken from `options`.
/// If a model of `costs` has no figures for an instruction, the compiler's figures are used. Instructions that a core
/// does not have get no figures.
void append_kernel_reports(Report &report, std::vector<Kernel> &kernels, const CompilerFigures &compiler,
                           std::vector<FormCosts> &costs, const AnalyzeOptions &options,
                           const std::vector<DataPlace> &data_of_annotations = {});

// Finds kernels that are the same code, and kernels that are copies of one source loop.

/// A file with the markers of several tools around one loop contains that loop several times. Of the kernels with the
/// same lines, the first one is kept, preferably one with a name.
[[nodiscard]] std::vector<Kernel> without_duplicates(std::vector<Kernel> kernels);

/// The role of every captured loop, [function][loop], with copies numbered within their annotation.
[[nodiscard]] std::vector<std::vector<LoopRole>> numbered_roles(const Capture &capture);

} // namespace osaca
