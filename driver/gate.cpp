#include "driver/gate.h"

#include "render/phrases.h"

namespace osaca::driver {
namespace {

bool fails(const CollectedFinding &finding, const std::string &fail_on) {
  if (!finding.open() || fail_on == "never")
    return false;
  if (finding.finding.severity == Severity::error || finding.finding.rule == "osaca-expectation")
    return true;
  if (fail_on == "regressions")
    return finding.finding.rule == "osaca-regression";
  return fail_on == "findings" || finding.finding.severity >= Severity::warning;
}

std::string counted(int count, const std::string &what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

} // namespace

std::string reason_to_fail(const Collection &collection, const std::string &fail_on) {
  int regressions = 0;
  int others = 0;
  for (const CollectedFinding &finding : collection.findings)
    if (fails(finding, fail_on))
      ++(finding.finding.rule == "osaca-regression" ? regressions : others);
  if (regressions + others == 0)
    return "";
  std::string reason = others > 0 ? counted(others, "finding") : "";
  if (regressions > 0)
    reason += (reason.empty() ? "" : " and ") + counted(regressions, "regression") + " against " +
              collection.comparison->baseline;
  return reason + " (--fail-on " + fail_on + ")";
}

std::string failing_findings(const Collection &collection, const std::string &fail_on) {
  std::string out;
  for (const CollectedFinding &finding : collection.findings)
    if (fails(finding, fail_on))
      out += one_line(finding.finding.where.text()) + ": error: osaca: " + one_line(finding.finding.message) + " [" +
             finding.finding.rule + "]\n";
  return out;
}

} // namespace osaca::driver
