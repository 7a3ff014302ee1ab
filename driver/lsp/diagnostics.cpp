#include "driver/lsp/features.h"

#include "base/counted.h"
#include "base/index.h"

#include <algorithm>

namespace osaca::driver::lsp {
namespace {

enum class Level : int { error = 1, warning = 2, information = 3, hint = 4 };

/// Notes about loops that nobody asked for are quiet: there may be hundreds of them.
Level level_of(const EditorFinding &finding) {
  switch (finding.severity) {
  case Severity::error: return Level::error;
  case Severity::warning: return Level::warning;
  case Severity::note: break;
  }
  return finding.asked_for ? Level::information : Level::hint;
}

/// From the finding's column to the end of the line's text. Compilers count bytes, from 1; 0: all of the line.
Range range_in(const std::string &text, int line, int column, Encoding encoding) {
  const std::size_t end = text.find_last_not_of(" \t") + 1;
  std::size_t begin = column > 0 ? at(column - 1) : text.size();
  if (begin >= end)
    begin = std::min(text.find_first_not_of(" \t"), end);
  return {{line, character_of(text, begin, encoding)}, {line, character_of(text, end, encoding)}};
}

Range range_from(const SourceLocation &where, int line, const OpenFile &open, Encoding encoding) {
  return range_in(open.document().lines()[at(line)], line, where.column, encoding);
}

/// Steps in other files have no place that is known to be right in an editor: their lines may have moved.
Json related_places(const EditorFinding &finding, OpenFile &open, const Loops::File &file, Encoding encoding) {
  Json places = Json::array();
  for (const EditorStep &step : finding.steps)
    if (const std::optional<int> line = open.lines(file).now(step.where.line - 1);
        line && step.where.file == file.built.name)
      places.push_back(
          {{"location", {{"uri", open.uri()}, {"range", json_of(range_from(step.where, *line, open, encoding))}}},
           {"message", step.text}});
  return places;
}

Json diagnostic(Level level, const Range &range, const std::string &message) {
  return {{"range", json_of(range)}, {"severity", static_cast<int>(level)}, {"source", "osaca"}, {"message", message}};
}

} // namespace

Json diagnostics(OpenFile &open, const Loops::File &file, const Client &client) {
  const LineMap &lines = open.lines(file);
  Json out = Json::array();
  if (file.outdated_loops > 0)
    out.push_back(diagnostic(Level::information, range_in(open.document().lines().front(), 0, 0, client.encoding),
                             "this file was changed after it was compiled: what was known of " +
                                 counted(file.outdated_loops, "loop") + " is not shown until it is compiled again"));
  for (const EditorFinding &finding : file.shown.findings) {
    const std::optional<int> line = lines.now(finding.where.line - 1);
    if (!line)
      continue;
    const bool is_edited = !lines.is_unchanged(finding.lines.first - 1, finding.lines.last - 1);
    Json one = diagnostic(level_of(finding), range_from(finding.where, *line, open, client.encoding),
                          finding.message + (is_edited ? "\n(before the edit)" : ""));
    one["code"] = finding.rule;
    if (client.shows_related_places)
      if (Json places = related_places(finding, open, file, client.encoding); !places.empty())
        one["relatedInformation"] = std::move(places);
    out.push_back(std::move(one));
  }
  return out;
}

} // namespace osaca::driver::lsp
