#include "driver/commands/gate.h"

#include "base/counted.h"
#include "base/index.h"
#include "collection/source_loops.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/words/words.h"
#include "report/rules.h"

#include <algorithm>
#include <tuple>

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

bool is_among(ShownFindings shown, const CollectedFinding &finding) {
  switch (shown) {
  case ShownFindings::none: return false;
  case ShownFindings::regressions: return finding.finding.rule == regression_rule;
  case ShownFindings::all_but_minor: return !finding.minor;
  }
  return false;
}

/// A loop of the source on one core, or a place where there is no loop.
struct FailingLoop {
  const CollectedFinding *first = nullptr;
  int source_loop = -1;
  std::string arch;
  int more = 0;
};

void add(const CollectedFinding &finding, const Collection &collection, const std::vector<int> &source_loop,
         std::vector<FailingLoop> &loops) {
  FailingLoop loop{.first = &finding, .source_loop = -1, .arch = ""};
  if (!finding.loops.empty()) {
    loop.source_loop = source_loop[at(finding.loops.front())];
    loop.arch = collection.loops[at(finding.loops.front())].record.arch;
  }
  const auto known = std::ranges::find_if(loops, [&](const FailingLoop &other) {
    return other.source_loop == loop.source_loop && other.arch == loop.arch &&
           (loop.source_loop >= 0 ||
            (other.first->finding.where == finding.finding.where && other.first->finding.rule == finding.finding.rule));
  });
  if (known == loops.end())
    loops.push_back(std::move(loop));
  else
    ++known->more;
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

std::string failing_loops(const Collection &collection, const std::string &fail_on, ShownFindings shown) {
  std::vector<const CollectedFinding *> failing;
  for (const CollectedFinding &finding : collection.findings)
    if (fails(finding, fail_on) && !is_among(shown, finding))
      failing.push_back(&finding);
  std::ranges::stable_sort(failing, {}, [&](const CollectedFinding *finding) {
    return std::tuple(!is_about_a_promise(*finding), -static_cast<int>(finding->finding.severity));
  });
  const std::vector<int> source_loop = source_loop_of_each(collection, source_loops(collection));
  std::vector<FailingLoop> loops;
  for (const CollectedFinding *finding : failing)
    add(*finding, collection, source_loop, loops);
  std::string out;
  for (const FailingLoop &loop : loops) {
    out += one_line(loop.first->finding.where.text()) + ": error: osaca: " + one_line(message_of(*loop.first)) + " [" +
           loop.first->finding.rule + "]";
    out += loop.more > 0 ? ", and " + counted(loop.more, "more finding") + " in this loop\n" : "\n";
  }
  return out;
}

} // namespace osaca::driver
