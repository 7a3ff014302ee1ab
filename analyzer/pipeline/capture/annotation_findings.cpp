#include "pipeline/capture/annotation_findings.h"

#include "expectation/expectation.h"
#include "pipeline/arch_resolution.h"
#include "report/rules.h"

namespace osaca {
namespace {

Finding finding_of(std::string_view rule, const SourceLocation &where, std::string message) {
  Finding finding;
  finding.rule = rule;
  finding.severity = find_rule(rule)->severity;
  finding.where = where;
  finding.message = std::move(message);
  return finding;
}

void add_fate(const AnnotationReport &annotation, std::vector<Finding> &findings) {
  const std::string reason = annotation.reason.empty() ? "" : ": " + annotation.reason;
  switch (annotation.status) {
  case AnnotationStatus::analysed:
    if (!reason.empty())
      findings.push_back(
          finding_of("osaca-loop-vanished", annotation.source, "this loop is not left everywhere" + reason));
    break;
  case AnnotationStatus::vanished:
    findings.push_back(finding_of("osaca-loop-vanished", annotation.source,
                                  "no loop of the machine code belongs to this one" + reason));
    break;
  case AnnotationStatus::not_a_loop:
    findings.push_back(
        finding_of("osaca-not-a-loop", annotation.source, "nothing is analysed for this pragma" + reason));
    break;
  }
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

std::vector<Finding> annotation_findings(const AnnotationReport &annotation, const Capture::Annotation &captured,
                                         const Report &report) {
  std::vector<Finding> findings;
  if (captured.kind != capture::AnnotationKind::all) // else nobody asked for this one
    add_fate(annotation, findings);
  if (captured.expectations.empty())
    return findings;
  ParsedExpectations parsed = parse_expectations(captured.expectations);
  resolve(parsed.expectations, parsed.problems);
  for (const std::string &problem : parsed.problems)
    findings.push_back(unreadable_expectation(problem, annotation.source));
  std::vector<const KernelReport *> kernels;
  for (const int kernel : annotation.kernels)
    kernels.push_back(&report.kernels[static_cast<std::size_t>(kernel)]);
  for (Finding &finding : broken_expectations(parsed.expectations, annotation, kernels))
    findings.push_back(std::move(finding));
  return findings;
}

} // namespace osaca
