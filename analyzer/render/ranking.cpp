#include "render/ranking.h"

#include "base/index.h"
#include "render/words/words.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace osaca {
namespace {

/// Of those that it is about, the one that matters most.
int source_loop_of(const CollectedFinding &finding, const Ranking &ranking) {
  int first = -1;
  for (const int loop : finding.loops)
    if (const int source_loop = ranking.of_each[at(loop)]; first < 0 || source_loop < first)
      first = source_loop;
  return first;
}

/// Whether it is about the machine loop that its loop of the source is shown by.
bool is_of_speaker(const CollectedFinding &finding, const Ranking &ranking) {
  const int loop = source_loop_of(finding, ranking);
  return loop >= 0 && std::ranges::find(finding.loops, ranking.loops[at(loop)].speaker()) != finding.loops.end();
}

} // namespace

Ranking ranking_of(const Collection &collection) {
  Ranking out;
  out.loops = source_loops(collection);
  out.of_each = source_loop_of_each(collection, out.loops);
  return out;
}

FindingList open_findings_by_importance(const Collection &collection, const Ranking &ranking) {
  FindingList out = findings_for_ci(collection);
  std::erase_if(out, [](const CollectedFinding *finding) { return !finding->open(); });
  std::ranges::stable_sort(out, {}, [&](const CollectedFinding *finding) {
    return std::tuple(-static_cast<int>(finding->finding.severity), !is_about_a_promise(*finding),
                      source_loop_of(*finding, ranking), !is_of_speaker(*finding, ranking), -finding->gain_share);
  });
  return out;
}

std::vector<FoldedFinding> folded_findings(const Collection &collection, const Ranking &ranking) {
  using Key = std::tuple<int, std::string, std::string>;
  std::map<Key, std::size_t> known;
  std::vector<FoldedFinding> out;
  for (const CollectedFinding *finding : open_findings_by_importance(collection, ranking)) {
    const int loop = source_loop_of(*finding, ranking);
    const bool is_by_itself = loop < 0 || finding->of_annotation || is_about_a_promise(*finding);
    const std::string subject = is_by_itself ? finding->fingerprint : std::string();
    const auto [same, is_new] = known.try_emplace(Key(loop, finding->finding.rule, subject), out.size());
    if (is_new)
      out.push_back({finding, loop, {}});
    else
      out[same->second].others.push_back(finding);
  }
  return out;
}

std::string message_of(const FoldedFinding &finding) {
  std::string out = message_of(*finding.first);
  if (!finding.others.empty())
    out += " (" + std::to_string(finding.others.size()) + " more of it in this loop)";
  return out;
}

} // namespace osaca
