#include "render/ci/github.h"

#include "render/ranking.h"
#include "render/text/utf8.h"
#include "render/words/words.h"

namespace osaca {
namespace {

/// What would end a command's text is written as %XX; in a property (`is_property`) also what would end that.
std::string escaped_for_github(const std::string &text, bool is_property) {
  std::string out;
  for (const char c : text) {
    switch (c) {
    case '%': out += "%25"; break;
    case '\r': out += "%0D"; break;
    case '\n': out += "%0A"; break;
    case ':': out += is_property ? "%3A" : ":"; break;
    case ',': out += is_property ? "%2C" : ","; break;
    default: out += c;
    }
  }
  return out;
}

std::string_view command_of(Severity severity) {
  switch (severity) {
  case Severity::note: return "notice";
  case Severity::warning: return "warning";
  case Severity::error: return "error";
  }
  return "notice";
}

} // namespace

std::string render_github(const Collection &collection) {
  std::string out;
  for (const FoldedFinding &folded : folded_findings(collection, ranking_of(collection))) {
    const Finding &finding = folded.first->finding;
    const SourceLocation where = place_of(collection, *folded.first);
    const std::string advice = advice_of(finding);
    std::string properties;
    const auto add = [&properties](const std::string &name, const std::string &value) {
      properties += (properties.empty() ? "" : ",") + name + "=" + escaped_for_github(value, true);
    };
    if (!where.file.empty())
      add("file", clean_line(where.file));
    if (where.known())
      add("line", std::to_string(where.line));
    if (where.known() && where.column > 0)
      add("col", std::to_string(where.column));
    add("title", clean_line(finding.rule));
    out += "::" + std::string(command_of(finding.severity)) + " " + properties + "::" +
           escaped_for_github(
               clean_line(message_of(folded)) + (advice.empty() ? "" : "\nWhat to try: " + clean_line(advice)), false) +
           "\n";
  }
  return out;
}

} // namespace osaca
