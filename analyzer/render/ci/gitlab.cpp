#include "render/ci/gitlab.h"

#include "render/json/json_writer.h"
#include "render/ranking.h"
#include "render/text/utf8.h"
#include "render/words/words.h"

#include <algorithm>

namespace osaca {
namespace {

std::string_view severity_of(const CollectedFinding &finding) {
  if (finding.finding.severity == Severity::error || is_about_a_promise(finding))
    return finding.finding.severity == Severity::note ? "minor" : "major";
  return finding.finding.severity == Severity::warning ? "minor" : "info";
}

} // namespace

std::string render_gitlab(const Collection &collection) {
  FindingList findings = open_findings_by_importance(collection, ranking_of(collection));
  std::erase_if(findings, [&](const CollectedFinding *finding) { return place_of(collection, *finding).file.empty(); });
  JsonWriter out;
  out.array(findings, [&](const CollectedFinding *collected) {
    const Finding &finding = collected->finding;
    const SourceLocation where = place_of(collection, *collected);
    const std::string advice = advice_of(finding);
    out.object([&] {
      out.field("description", clean_line(message_of(*collected)) +
                                   (advice.empty() ? "" : " (what to try: " + clean_line(advice) + ")"));
      out.field("check_name", finding.rule);
      out.field("fingerprint", collected->fingerprint);
      out.field("severity", severity_of(*collected));
      out.key("location");
      out.object([&] {
        out.field("path", where.file);
        out.key("lines");
        out.object([&] { out.field("begin", std::max(where.line, 1)); });
      });
    });
  });
  return out.take() + "\n";
}

} // namespace osaca
