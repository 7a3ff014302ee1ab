#include "collection/collection.h"

#include "base/index.h"
#include "collection/loop_identity.h"
#include "report/rules.h"

#include <algorithm>

namespace osaca {

std::string_view name_of(ChangeKind kind) {
  switch (kind) {
  case ChangeKind::slower: return "slower";
  case ChangeKind::faster: return "faster";
  case ChangeKind::appeared: return "appeared";
  case ChangeKind::vanished: return "vanished";
  case ChangeKind::lost_vectorisation: return "lost_vectorisation";
  case ChangeKind::gained_vectorisation: return "gained_vectorisation";
  case ChangeKind::bound_changed: return "bound_changed";
  case ChangeKind::data_moved: return "data_moved";
  case ChangeKind::other_paths: return "other_paths";
  case ChangeKind::within_range: return "within_range";
  case ChangeKind::other_iterations: return "other_iterations";
  }
  return "unknown";
}

LoopRecord record_of(const CollectedLoop &loop) {
  const KernelReport &kernel = loop.report;
  const SourceLocation &where = place_of(kernel);
  LoopRecord record;
  record.id = loop.id.text();
  record.file = where.file;
  record.line = where.line;
  record.function = kernel.function;
  if (kernel.written)
    record.written = *kernel.written;
  record.part = kernel.part;
  record.role = kernel.role;
  record.path_number = kernel.path_number;
  record.arch = kernel.arch;
  record.figures = kernel.figures();
  if (loop.source_text)
    record.source_text_hash = loop.source_text->text();
  if (loop.written_text)
    record.written_text_hash = loop.written_text->text();
  record.opcodes_hash = loop.opcodes.text();
  return record;
}

int Comparison::regression_count() const {
  return static_cast<int>(
      std::ranges::count_if(changes, [](const LoopChange &change) { return change.is_regression; }));
}

int Collection::open_finding_count(Severity least) const {
  return static_cast<int>(std::ranges::count_if(findings, [least](const CollectedFinding &finding) {
    return finding.open() && !finding.minor && finding.finding->severity >= least;
  }));
}

namespace {

/// Whether `merged` includes `finding`, which belongs to a kernel or an annotation at `place`.
bool is_part_of(const Finding &finding, const SourceLocation &place, const CollectedFinding &merged) {
  return finding.rule == merged.finding->rule &&
         (finding.where.known() ? finding.where : place) == merged.finding->where;
}

void take_away(const CollectedFinding &suppressed, Report &report) {
  for (const int loop : suppressed.loops) {
    KernelReport &kernel = report.kernels[at(loop)];
    std::erase_if(kernel.findings,
                  [&](const Finding &finding) { return is_part_of(finding, place_of(kernel), suppressed); });
  }
  for (AnnotationReport &annotation : report.annotated)
    std::erase_if(annotation.findings,
                  [&](const Finding &finding) { return is_part_of(finding, annotation.source, suppressed); });
}

} // namespace

Report report_of(const Collection &collection) {
  Report report;
  for (const CollectedLoop &loop : collection.loops)
    report.kernels.push_back(loop.report);
  report.annotated = collection.annotated;
  report.problems = collection.problems;
  report.notes = collection.notes;
  report.compilers = collection.compilers;
  for (const CollectedFinding &finding : collection.findings)
    if (!finding.open())
      take_away(finding, report);
    else if (finding.finding->rule == regression_rule) // regressions do not come from a core's analysis
      report.kernels[at(finding.loops.front())].findings.push_back(finding.finding);
  return report;
}

} // namespace osaca
