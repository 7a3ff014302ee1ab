#include "pipeline/capture/annotation_findings.h"

#include "base/index.h"
#include "pipeline/arch_resolution.h"
#include "report/rules.h"

namespace osaca {
namespace {

void add_fate(const AnnotationReport &annotation, std::vector<Finding> &findings) {
  if (annotation.status == AnnotationStatus::analysed && annotation.reason.empty())
    return;
  Finding finding;
  finding.rule = annotation.status == AnnotationStatus::not_a_loop ? "osaca-not-a-loop" : "osaca-loop-vanished";
  finding.severity = find_rule(finding.rule)->severity;
  finding.where = annotation.source;
  finding.facts = LoopLost{annotation.status, annotation.reason};
  findings.push_back(std::move(finding));
}

/// The model's own name for each core: "znver4" is "zen4".
void resolve(std::vector<Expectation> &expectations, std::vector<std::string> &problems) {
  for (Expectation &expectation : expectations)
    for (std::string &arch : expectation.archs)
      if (const Expected<MachineModel> model = resolve_arch(arch))
        arch = model->name();
      else
        problems.push_back(model.error().message);
}

} // namespace

std::vector<Finding> annotation_findings(const AnnotationReport &annotation, capture::AnnotationKind kind,
                                         ParsedExpectations expected, const Report &report) {
  std::vector<Finding> findings;
  if (kind != capture::AnnotationKind::all) // else nobody asked for this one
    add_fate(annotation, findings);
  resolve(expected.expectations, expected.problems);
  for (const std::string &problem : expected.problems)
    findings.push_back(unreadable_expectation(problem, annotation.source));
  std::vector<const KernelReport *> kernels;
  for (const int kernel : annotation.kernels)
    kernels.push_back(&report.kernels[at(kernel)]);
  for (Finding &finding : broken_expectations(expected.expectations, annotation, kernels))
    findings.push_back(std::move(finding));
  return findings;
}

} // namespace osaca
