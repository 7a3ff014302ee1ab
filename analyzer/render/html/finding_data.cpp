#include "render/html/loop_data.h"

#include "collection/loop_identity.h"
#include "render/words/words.h"

#include <algorithm>

namespace osaca::html {
namespace {

/// [message, fix, instructions, [[place, text], ...]]
Json words_of(const Finding &finding, const std::string &message, Shared &shared) {
  Json steps = Json::array();
  for (const FindingStep &step : *finding.steps)
    steps.push_back({shared.place(step.where), shared.text(text_of(step))});
  return {shared.text(message), shared.text(advice_of(finding)), finding.instructions, std::move(steps)};
}

/// The finding of this loop itself; null if the finding does not come from the loop's analysis: regressions,
/// expectations.
const Finding *own_finding(const KernelReport &kernel, const Finding &collected) {
  const auto same = [&](const Finding &finding) {
    const SourceLocation where = finding.where.known() ? finding.where : place_of(kernel);
    return finding.rule == collected.rule && where == collected.where;
  };
  const auto found = std::ranges::find_if(kernel.findings, same);
  return found == kernel.findings.end() ? nullptr : &**found;
}

/// [loop, words, ...]
Json words_of_others(const CollectedFinding &collected, const Collection &collection, const Json &spoken,
                     Shared &shared) {
  Json out = Json::array();
  for (std::size_t i = 1; i < collected.loops.size(); ++i) {
    const int loop = collected.loops[i];
    const Finding *own = own_finding(collection.loops.at(static_cast<std::size_t>(loop)).report, collected.finding);
    if (own == nullptr)
      continue;
    Json words = words_of(*own, message_of(*own), shared);
    if (words == spoken)
      continue;
    out.push_back(loop);
    out.push_back(shared.list(std::move(words)));
  }
  return out;
}

} // namespace

Json finding_data(const CollectedFinding &collected, const Collection &collection, Shared &shared) {
  const Finding &finding = collected.finding;
  Json words = words_of(finding, message_of(collected), shared);
  Json others = words_of_others(collected, collection, words, shared);
  Json out = {{"rule", shared.text(finding.rule)},
              {"severity", name_of(finding.severity)},
              {"where", shared.place(finding.where)},
              {"loops", collected.loops},
              {"words", shared.list(std::move(words))}};
  if (!others.empty())
    out["others"] = std::move(others);
  if (collected.suppression == Suppression::in_source)
    out["suppressed"] = "suppressed by a comment in the source";
  if (collected.suppression == Suppression::by_baseline)
    out["suppressed"] = "accepted in the baseline";
  if (collected.minor)
    out["minor"] = true;
  return out;
}

} // namespace osaca::html
