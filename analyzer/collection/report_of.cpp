#include "collection/report_of.h"

namespace osaca {

Report report_of(const Collection &collection) {
  Report report;
  for (const CollectedLoop &loop : collection.loops)
    report.kernels.push_back(loop.report);
  report.annotated = collection.annotated;
  report.problems = collection.problems;
  report.notes = collection.notes;
  for (const CollectedFinding &finding : collection.findings) {
    if (!finding.open())
      continue;
    // What is said of an annotation stands with it, once, however many loops it has.
    bool placed = false;
    if (finding.of_annotation)
      for (AnnotationReport &annotation : report.annotated)
        if (!placed && annotation.source == finding.finding.where) {
          annotation.findings.push_back(finding.finding);
          placed = true;
        }
    if (placed)
      continue;
    for (const int loop : finding.loops) {
      std::vector<Finding> &findings = report.kernels[static_cast<std::size_t>(loop)].findings;
      findings.push_back(finding.finding);
      if (loop != finding.loops.front())
        findings.back().instructions.clear(); // they are numbers of the slowest loop's
    }
  }
  return report;
}

} // namespace osaca
