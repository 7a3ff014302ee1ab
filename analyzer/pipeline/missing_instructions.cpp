#include "pipeline/missing_instructions.h"

#include "base/index.h"

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
      line.notes.push_back(InstructionNote::absent_from_core);
  for (Finding &finding : kernel.findings)
    if (auto *missing = std::get_if<FiguresMissing>(&finding.facts))
      missing->absent = static_cast<int>(
          std::ranges::count_if(finding.instructions, [&](int i) { return is_missing(kernel.instructions[at(i)]); }));
}

} // namespace

void tell_missing_instructions(Report &report, std::size_t first_kernel, const std::vector<Kernel> &kernels,
                               const CompilerFigures &compiler, const ResolvedArchs &archs) {
  const std::size_t arch_count = archs.models.size();
  for (std::size_t k = first_kernel; k < report.kernels.size(); ++k) {
    KernelReport &made = report.kernels[k];
    const Kernel &kernel = kernels[(k - first_kernel) / arch_count];
    const int core = archs.compiler_indices[(k - first_kernel) % arch_count];
    if (core < 0 || std::ranges::none_of(made.instructions, asks_why))
      continue;
    std::set<int> refused_lines;
    for (const Instruction &instruction : kernel.instructions)
      if (!compiler.is_on_core(archs.scheduling_cpus[at(core)], instruction.number))
        refused_lines.insert(instruction.line);
    tell(made, refused_lines);
  }
}

} // namespace osaca
