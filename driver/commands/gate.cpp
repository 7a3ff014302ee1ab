#include "driver/commands/gate.h"

#include "base/counted.h"
#include "render/phrases.h"
#include "render/words/words.h"
#include "report/rules.h"

namespace osaca::driver {
namespace {

bool fails(const CollectedFinding &finding, const std::string &fail_on) {
  if (!finding.open() || fail_on == "never")
    return false;
  if (finding.finding.severity == Severity::error || finding.finding.rule == expectation_rule)
    return true;
  if (fail_on == "regressions")
    return finding.finding.rule == regression_rule;
  return fail_on == "findings" || finding.finding.severity >= Severity::warning;
}

} // namespace

std::string reason_to_fail(const Collection &collection, const std::string &fail_on) {
  int regressions = 0;
  int others = 0;
  for (const CollectedFinding &finding : collection.findings)
    if (fails(finding, fail_on))
      ++(finding.finding.rule == regression_rule ? regressions : others);
  if (regressions + others == 0)
    return "";
  std::string reason = others > 0 ? counted(others, "finding") : "";
  if (regressions > 0)
    reason += (reason.empty() ? "" : " and ") + counted(regressions, "regression") + " against " +
              collection.comparison->baseline;
  return reason + " (--fail-on " + fail_on + ")";
}

std::string failing_findings(const Collection &collection, const std::string &fail_on, bool minor_only) {
  std::string out;
  for (const CollectedFinding &finding : collection.findings)
    if (fails(finding, fail_on) && (finding.minor || !minor_only))
      out += one_line(finding.finding.where.text()) + ": error: osaca: " + one_line(message_of(finding)) + " [" +
             finding.finding.rule + "]\n";
  return out;
}

} // namespace osaca::driver
