#include "pipeline/kernel_reports.h"

#include "analysis/analyze_kernel.h"
#include "base/index.h"

#include <algorithm>

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

namespace {

void ask_compiler(Kernel &kernel, const CompilerFigures &compiler, std::vector<FormCosts> &costs) {
  for (Instruction &instruction : kernel.instructions)
    if (std::ranges::any_of(costs, [&](FormCosts &of_arch) { return of_arch.form_of(instruction).listed == nullptr; }))
      instruction.compiler_costs = compiler.costs_of(instruction);
}

} // namespace

void append_kernel_reports(Report &report, std::vector<Kernel> &kernels, const CompilerFigures &compiler,
                           std::vector<FormCosts> &costs, const AnalyzeOptions &options,
                           const std::vector<DataPlace> &data_of_annotations) {
  KernelAnalysisOptions kernel_options{.equal_port_split = options.equal_port_split,
                                       .flag_dependencies = options.flag_dependencies,
                                       .ignore_unknown = options.ignore_unknown,
                                       .timeline_iterations = options.timeline_iterations,
                                       .notes_missing_timeline = options.notes_missing_timeline,
                                       .mispredicted = options.mispredicted,
                                       .data = {}};
  for (Kernel &kernel : kernels) {
    ask_compiler(kernel, compiler, costs);
    kernel_options.data = options.data;
    if (kernel.annotation >= 0 && at(kernel.annotation) < data_of_annotations.size())
      kernel_options.data = joined_places(data_of_annotations[at(kernel.annotation)], options.data);
    for (FormCosts &of_arch : costs)
      report.kernels.push_back(analyze_kernel(kernel, of_arch, kernel_options));
  }
}

} // namespace osaca
