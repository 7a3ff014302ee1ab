#include "pipeline/kernel_reports.h"

#include "analysis/analyze_kernel.h"

namespace osaca {

DecodeOptions decode_options(const ResolvedArchs &archs, const AnalyzeOptions &options) {
  DecodeOptions out;
  if (!archs.models.empty())
    out.isa = archs.models.front().data().isa;
  out.scheduling_cpus = archs.scheduling_cpus;
  out.intel_syntax = options.intel_syntax;
  out.regions.functions = options.functions;
  if (options.all_loops)
    out.regions.mode = RegionSelection::Mode::loops;
  if (!options.lines.empty()) {
    out.regions.mode = RegionSelection::Mode::lines;
    out.regions.lines = options.lines;
  }
  return out;
}

std::vector<FormCosts> form_costs(const ResolvedArchs &archs) {
  std::vector<FormCosts> costs;
  for (std::size_t a = 0; a < archs.models.size(); ++a)
    costs.emplace_back(archs.models[a], archs.compiler_indices[a]);
  return costs;
}

void append_kernel_reports(Report &report, const std::vector<Kernel> &kernels, std::vector<FormCosts> &costs,
                           const AnalyzeOptions &options) {
  const KernelAnalysisOptions kernel_options{.equal_port_split = options.equal_port_split,
                                             .flag_dependencies = options.flag_dependencies,
                                             .ignore_unknown = options.ignore_unknown,
                                             .timeline_iterations = options.timeline_iterations,
                                             .notes_missing_timeline = options.notes_missing_timeline};
  for (const Kernel &kernel : kernels)
    for (FormCosts &of_arch : costs)
      report.kernels.push_back(analyze_kernel(kernel, of_arch, kernel_options));
}

} // namespace osaca
