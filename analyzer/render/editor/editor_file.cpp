#include "render/editor/editor_file.h"

#include "base/index.h"
#include "render/editor/loop_hint.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/text/utf8.h"
#include "render/words/words.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace osaca {
namespace {

using Files = std::map<std::string, EditorFile>;

/// What a compiler moved into the loop from before it does not make the loop begin earlier.
void include_line(LinesOfLoop &lines, const SourceLocation &where, const std::string &file) {
  if (where.known() && where.file == file)
    lines.last = std::max(lines.last, where.line);
}

LinesOfLoop lines_of_loop(const SourceLoop &loop, const Collection &collection) {
  LinesOfLoop lines{loop.where.line, loop.where.line};
  for (const int index : loop.loops())
    for (const InstructionLine &line : collection.loops[at(index)].report.instructions) {
      include_line(lines, line.source, loop.where.file);
      for (const SourceLocation &site : line.inlined_at)
        include_line(lines, site, loop.where.file);
    }
  return lines;
}

std::vector<LinesOfLoop> add_loops(Files &files, const Collection &collection, const Ranking &ranking) {
  std::vector<LinesOfLoop> lines;
  for (std::size_t i = 0; i < ranking.loops.size(); ++i) {
    const SourceLoop &loop = ranking.loops[i];
    lines.push_back(lines_of_loop(loop, collection));
    if (loop.where.known())
      files[loop.where.file].loops.push_back({lines.back(), clean_line(hint_of(loop, collection)),
                                              clean_line(headline_of(collection.loops[at(loop.speaker())].report)),
                                              static_cast<int>(i)});
  }
  for (auto &[name, file] : files)
    std::ranges::stable_sort(file.loops, {}, [](const EditorLoop &loop) { return loop.lines.first; });
  return lines;
}

int first_source_loop(const CollectedFinding &finding, const Ranking &ranking) {
  int first = -1;
  for (const int loop : finding.loops)
    if (const int source_loop = ranking.of_each[at(loop)]; first < 0 || source_loop < first)
      first = source_loop;
  return first;
}

std::string message_with_advice(const CollectedFinding &finding) {
  const std::string advice = advice_of(finding.finding);
  return clean_line(message_of(finding)) + (advice.empty() ? "" : "\nWhat to try: " + clean_line(advice));
}

std::vector<EditorStep> steps_of(const Finding &finding) {
  std::vector<EditorStep> out;
  for (const FindingStep &step : finding.steps)
    if (step.where.known() && !step.where.file.empty())
      out.push_back({step.where, clean_line(text_of(step))});
  return out;
}

} // namespace

std::map<std::string, EditorFile> editor_files(const Collection &collection, const Ranking &ranking) {
  Files files;
  const std::vector<LinesOfLoop> lines = add_loops(files, collection, ranking);
  std::set<std::tuple<std::string, int, std::string, int, std::string>> said;
  for (const CollectedFinding *finding : open_findings_by_importance(collection, ranking)) {
    const SourceLocation where = place_of(collection, *finding);
    if (!where.known() || where.file.empty())
      continue;
    const int source_loop = first_source_loop(*finding, ranking);
    const bool is_by_itself = source_loop < 0 || finding->of_annotation || is_about_a_promise(*finding);
    if (!said.emplace(where.file, where.line, finding->finding.rule, source_loop,
                      is_by_itself ? finding->fingerprint : "")
             .second)
      continue;
    const bool is_here = source_loop >= 0 && ranking.loops[at(source_loop)].where.file == where.file;
    files[where.file].findings.push_back(
        {where, is_here ? lines[at(source_loop)] : LinesOfLoop{where.line, where.line},
         finding->loops.empty() ? -1 : finding->loops.front(), finding->finding.severity,
         source_loop < 0 || ranking.loops[at(source_loop)].by_pragma, finding->finding.rule,
         message_with_advice(*finding), steps_of(finding->finding)});
  }
  return files;
}

} // namespace osaca
