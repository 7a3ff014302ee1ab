#include "render/editor/editor_file.h"

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "render/loop_phrases.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/words/words.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace osaca {

namespace {

constexpr std::size_t most_hinted_cores = 3;

std::string hint_of_cycles(const KernelReport &kernel) {
  std::string out = figure_of_cycles(kernel) + " cycles";
  if (const int iterations = kernel.source_iterations.value_or(0); iterations > 1)
    out += format_text(" for {} iterations", iterations);
  return out;
}

std::string hint_of_kernel(const KernelReport &kernel) {
  std::string out = format_text("{}, {}", hint_of_cycles(kernel), short_phrase_of_bound(kernel));
  if (const std::string level = kernel.level_of_data(); !level.empty())
    out += ", data in " + one_line(level);
  if (const std::string origin = phrase_of_origin(kernel); !origin.empty())
    out += " (" + origin + ")";
  switch (kernel.role.reading) {
  case LoopRole::Reading::inner_loops_once: return out + " (inner loops once)";
  case LoopRole::Reading::inner_loops_repeated: return out + " (with inner loops)";
  case LoopRole::Reading::in_a_row: return out + " (each instruction once)";
  case LoopRole::Reading::whole: break;
  }
  return out;
}

} // namespace

std::string hint_of(const SourceLoop &loop, const Collection &collection) {
  const std::string share = phrase_of_share(loop.weight);
  std::string out = share.empty() ? "" : share + " of the time: ";
  const std::size_t shown = std::min(loop.cores.size(), most_hinted_cores);
  for (std::size_t i = 0; i < shown; ++i) {
    const KernelReport &kernel = collection.loops[at(loop.cores[i].representative)].report;
    out += format_text("{}{}{}", i == 0 ? "" : "; ", loop.cores.size() > 1 ? one_line(kernel.arch) + ": " : "",
                       hint_of_kernel(kernel));
  }
  if (shown < loop.cores.size())
    out += "; " + counted(loop.cores.size() - shown, "more core");
  return out;
}

namespace {

using Files = std::map<std::string, EditorFile>;

/// Instructions that the compiler moved into the loop from before it do not extend the loop upwards.
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

std::vector<LinesOfLoop> add_loops(Files &files, const Collection &collection) {
  std::vector<LinesOfLoop> lines;
  for (std::size_t i = 0; i < collection.source_loops.size(); ++i) {
    const SourceLoop &loop = collection.source_loops[i];
    lines.push_back(lines_of_loop(loop, collection));
    if (loop.where.known())
      files[loop.where.file].loops.push_back(
          {lines.back(), clean_line(hint_of(loop, collection)),
           clean_line(headline_of(collection.loops[at(loop.representative())].report)), static_cast<int>(i)});
  }
  for (auto &[name, file] : files)
    std::ranges::stable_sort(file.loops, {}, [](const EditorLoop &loop) { return loop.lines.first; });
  return lines;
}

std::string message_with_advice(const CollectedFinding &finding) {
  const std::string advice = advice_of(finding.finding);
  return clean_line(message_of(finding)) + (advice.empty() ? "" : "\nWhat to try: " + clean_line(advice));
}

std::vector<EditorStep> steps_of(const Finding &finding) {
  std::vector<EditorStep> out;
  for (const FindingStep &step : *finding.steps)
    if (step.where.known() && !step.where.file.empty())
      out.push_back({step.where, clean_line(text_of(step))});
  return out;
}

} // namespace

std::map<std::string, EditorFile> editor_files(const Collection &collection) {
  Files files;
  const std::vector<LinesOfLoop> lines = add_loops(files, collection);
  std::set<std::tuple<std::string, int, std::string, int, std::string>> said;
  for (const CollectedFinding *finding : open_findings_by_importance(collection)) {
    const SourceLocation where = place_of(collection, *finding);
    if (!where.known() || where.file.empty())
      continue;
    const int source_loop = source_loop_of(*finding, collection);
    const bool is_by_itself = source_loop < 0 || finding->of_annotation || is_about_a_promise(*finding);
    if (!said.emplace(where.file, where.line, finding->finding->rule, source_loop,
                      is_by_itself ? finding->fingerprint.text() : "")
             .second)
      continue;
    const bool is_here = source_loop >= 0 && collection.source_loops[at(source_loop)].where.file == where.file;
    files[where.file].findings.push_back(
        {where, is_here ? lines[at(source_loop)] : LinesOfLoop{where.line, where.line},
         finding->loops.empty() ? -1 : finding->loops.front(), finding->finding->severity,
         source_loop < 0 || collection.source_loops[at(source_loop)].by_pragma, finding->finding->rule,
         message_with_advice(*finding), steps_of(finding->finding)});
  }
  return files;
}

} // namespace osaca
