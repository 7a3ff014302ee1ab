#include "driver/lsp/workspace.h"

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "render/editor/editor_file.h"

#include <algorithm>
#include <climits>
#include <utility>

namespace osaca::driver::lsp {

Loops::Loops(BuildReports reports) : collection_(std::move(reports.collection)) {
  std::map<std::string, EditorFile> shown = editor_files(collection_);
  for (auto &[path, built] : reports.files) {
    const auto found = shown.find(built.name);
    if (found == shown.end())
      continue;
    File file{std::move(built), std::move(found->second), 0};
    const std::size_t all = file.shown.loops.size();
    std::erase_if(file.shown.loops, [&](const EditorLoop &loop) {
      return reports.outdated.contains(collection_.source_loops[at(loop.source_loop)].representative());
    });
    std::erase_if(file.shown.findings, [&](const EditorFinding &finding) {
      return file.built.lines.empty() || reports.outdated.contains(finding.loop);
    });
    file.outdated_loops = static_cast<int>(all - file.shown.loops.size());
    files_.emplace(path, std::move(file));
  }
}

const Loops::File *Loops::find(const std::string &path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

std::string Loops::hover(int source_loop) const { return hover_of(source_loop, collection_); }

void OpenFile::apply(const std::vector<TextChange> &changes, std::optional<int> version, Encoding encoding) {
  for (const TextChange &change : changes)
    document_.apply(change, encoding);
  document_.set_version(version);
  map_.reset();
}

const LineMap &OpenFile::lines(const Loops::File &file) {
  if (!map_)
    map_.emplace(file.built.lines, document_.lines());
  return *map_;
}

namespace {

Position end_of_line(const std::string &text, int line, Encoding encoding) {
  return {line, character_of(text, text.size(), encoding)};
}

} // namespace

namespace {

constexpr int most_loops_per_line = 3;

/// Adds the hint of another loop on the same line, as in a macro, or in a statement that leads to several loops.
void add_to_label(Json &hint, const std::string &label, int loops_before) {
  std::string &text = hint["label"].get_ref<std::string &>();
  if (loops_before < most_loops_per_line)
    text += " | " + label;
  else if (loops_before == most_loops_per_line)
    text += " | ...";
}

} // namespace

Json inlay_hints(OpenFile &open, const Loops::File &file, const Range &range, Encoding encoding) {
  const LineMap &lines = open.lines(file);
  Json hints = Json::array();
  int last_line = -1;
  int loops_on_line = 0;
  for (const EditorLoop &loop : file.shown.loops) {
    const std::optional<int> line = lines.now(loop.lines.first - 1);
    if (!line || *line < range.begin.line || *line > range.end.line)
      continue;
    const bool is_edited = !lines.is_unchanged(loop.lines.first - 1, loop.lines.last - 1);
    const std::string label = loop.hint + (is_edited ? " (before the edit)" : "");
    if (*line == last_line) {
      add_to_label(hints.back(), label, loops_on_line++);
      continue;
    }
    last_line = *line;
    loops_on_line = 1;
    hints.push_back({{"position", json_of(end_of_line(open.document().lines()[at(*line)], *line, encoding))},
                     {"label", label},
                     {"tooltip", loop.headline},
                     {"paddingLeft", true}});
  }
  return hints;
}

namespace {

struct FoundLoop {
  const EditorLoop *loop = nullptr;
  Range range;
  bool is_edited = false;
};

/// Loops are sorted by line, so the last one that contains the line is the innermost.
FoundLoop loop_at(int line, OpenFile &open, const Loops::File &file, Encoding encoding) {
  const LineMap &lines = open.lines(file);
  FoundLoop found;
  for (const EditorLoop &loop : file.shown.loops) {
    const std::optional<int> first = lines.now(loop.lines.first - 1);
    const std::optional<int> last = lines.now(loop.lines.last - 1);
    const int end = std::max(first.value_or(0), last.value_or(0));
    if (!first || *first > line || end < line)
      continue;
    const std::string &text = open.document().lines()[at(end)];
    found = {&loop,
             {{*first, 0}, {end, character_of(text, text.size(), encoding)}},
             !lines.is_unchanged(loop.lines.first - 1, loop.lines.last - 1)};
  }
  return found;
}

} // namespace

Json hover(OpenFile &open, const Loops::File &file, const Loops &loops, const Position &position,
           const Client &client) {
  const FoundLoop found = loop_at(position.line, open, file, client.encoding);
  if (found.loop == nullptr)
    return nullptr;
  std::string text;
  int others = 0;
  for (const EditorLoop &loop : file.shown.loops) // several loops of one statement, the most important first
    if (loop.lines.first == found.loop->lines.first && others++ < most_loops_per_line)
      text += (text.empty() ? "" : "\n---\n\n") + loops.hover(loop.source_loop);
  if (others > most_loops_per_line)
    text += "\n---\n\n" + counted(others - most_loops_per_line, "more loop") + "\n";
  if (found.is_edited)
    text = "*This loop was edited after it was compiled. The following describes the compiled loop.*\n\n" + text;
  return {{"contents", {{"kind", client.reads_markdown ? "markdown" : "plaintext"}, {"value", text}}},
          {"range", json_of(found.range)}};
}

namespace {

enum class Level : int { error = 1, warning = 2, information = 3, hint = 4 };

/// Notes about loops without an annotation are shown discreetly, because there may be hundreds of them.
Level level_of(const EditorFinding &finding) {
  switch (finding.severity) {
  case Severity::error: return Level::error;
  case Severity::warning: return Level::warning;
  case Severity::note: break;
  }
  return finding.is_annotated ? Level::information : Level::hint;
}

/// From the finding's column to the end of the line's text. Compilers count columns in bytes from 1; 0: the whole line.
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

/// Steps in other files are omitted, because the current positions of their lines are unknown.
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
    out.push_back(diagnostic(
        Level::information, range_in(open.document().lines().front(), 0, 0, client.encoding),
        format_text(
            "this file was changed after it was compiled: the results of {} are not shown until it is compiled again",
            counted(file.outdated_loops, "loop"))));
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
