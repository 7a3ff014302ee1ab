#include "collection/loop_details.h"

#include "collection/loop_identity.h"

#include <algorithm>
#include <utility>

namespace osaca {

namespace {

/// Exchanges the members that a kernel without details does not have.
void exchange_details(KernelReport &a, KernelReport &b) {
  std::swap(a.arch_notes, b.arch_notes);
  std::swap(a.confidence, b.confidence);
  std::swap(a.bounds, b.bounds);
  std::swap(a.ports, b.ports);
  std::swap(a.instructions, b.instructions);
  std::swap(a.critical_path.links, b.critical_path.links);
  std::swap(a.loop_carried, b.loop_carried);
  std::swap(a.edges, b.edges);
  std::swap(a.timeline, b.timeline);
  std::swap(a.stalls, b.stalls);
  std::swap(a.roofline, b.roofline);
}

KernelReport without_details(KernelReport kernel) {
  DetailSummary summary;
  summary.instruction_count = kernel.instruction_count();
  summary.unknown_count = kernel.unknown_count();
  summary.is_inlined = has_inlined_code(kernel);
  summary.has_stalls = kernel.has_stalls();
  summary.opcodes = opcodes_of(kernel);
  summary.code = code_of(kernel);
  KernelReport details;
  details.bounds.reserve(kernel.bounds.size());
  for (const Bound &bound : kernel.bounds) // the others are not explained in rows
    details.bounds.push_back(
        {bound.kind, bound.cycles, bound.kind == kernel.bound_by ? bound.facts : Shared<BoundFacts>()});
  exchange_details(kernel, details);
  if (kernel.memory && !kernel.memory->data_in) // else rows name the level of the data
    kernel.memory.reset();
  kernel.summary = std::move(summary);
  return kernel;
}

} // namespace

bool has_inlined_code(const KernelReport &kernel) {
  return kernel.summary ? kernel.summary->is_inlined
                        : std::ranges::any_of(kernel.instructions,
                                              [](const InstructionLine &line) { return !line.inlined_at.empty(); });
}

Report without_details(Report report) {
  int number = 0;
  for (KernelReport &kernel : report.kernels) {
    for (const InstructionLine &line : kernel.instructions) {
      report.files_of_instructions.insert(line.source.file);
      for (const SourceLocation &site : line.inlined_at)
        report.files_of_instructions.insert(site.file);
    }
    kernel = without_details(std::move(kernel));
    kernel.summary->kernel = number++;
  }
  return report;
}

KernelReport with_details(KernelReport kernel, KernelReport full) {
  exchange_details(kernel, full);
  kernel.memory = std::move(full.memory);
  kernel.summary.reset();
  return kernel;
}

} // namespace osaca
