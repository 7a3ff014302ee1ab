#include "pipeline/missing_instructions.h"

#include <algorithm>
#include <set>

namespace osaca {
namespace {

/// Lines that hold an instruction which could be read, but has no figures. (Objects have no lines.)
bool asks_why(const InstructionLine &line) { return line.unknown && !line.opcode.empty() && line.line > 0; }

void tell(KernelReport &kernel, const std::set<int> &refused_lines) {
  const auto is_missing = [&](const InstructionLine &line) {
    return asks_why(line) && refused_lines.contains(line.line);
  };
  for (InstructionLine &line : kernel.instructions)
    if (is_missing(line))
      line.notes.emplace_back("this core has no such instruction");
  for (Finding &finding : kernel.findings)
    if (auto *missing = std::get_if<FiguresMissing>(&finding.facts))
      missing->absent =
          static_cast<int>(std::count_if(finding.instructions.begin(), finding.instructions.end(), [&](int i) {
            return is_missing(kernel.instructions[static_cast<std::size_t>(i)]);
          }));
}

} // namespace

void tell_missing_instructions(Report &report, std::size_t first_kernel, const ResolvedArchs &archs,
                               const DecodeOptions &options, const DecodeAgain &decode) {
  for (std::size_t a = 0; a < archs.models.size(); ++a) {
    std::vector<KernelReport *> kernels;
    for (std::size_t k = first_kernel; k < report.kernels.size(); ++k)
      if (KernelReport &kernel = report.kernels[k];
          kernel.arch == archs.models[a].name() &&
          std::any_of(kernel.instructions.begin(), kernel.instructions.end(), asks_why))
        kernels.push_back(&kernel);
    if (kernels.empty() || archs.compiler_indices[a] < 0)
      continue;
    DecodeOptions as_core = options;
    as_core.features_cpu = archs.scheduling_cpus[static_cast<std::size_t>(archs.compiler_indices[a])];
    as_core.scheduling_cpus.clear();
    const Expected<DecodedInput> again = decode(as_core);
    if (!again)
      continue;
    std::set<int> refused_lines;
    for (const Error &problem : again->problems)
      refused_lines.insert(problem.where.line);
    for (KernelReport *kernel : kernels)
      tell(*kernel, refused_lines);
  }
}

} // namespace osaca
