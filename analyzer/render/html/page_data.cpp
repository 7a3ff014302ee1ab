// Figures are rounded here, as in all formats for people (Cycles::text), so that the script does not compute anything.
// Lists of similar values are flat arrays, because they make up most of the file.
#include "render/html/page_data.h"

#include "base/index.h"
#include "base/parallel.h"
#include "base/printable.h"
#include "base/readable_name.h"
#include "collection/loop_identity.h"
#include "render/html/loop_data.h"
#include "render/loop_phrases.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/words/words.h"
#include "report/rules.h"

#include <algorithm>
#include <iterator>

namespace osaca::html {
namespace {

Json json_of(const LoopRecord &record, Shared &shared) {
  Json out = {{"id", record.id},
              {"file", shared.file(record.file)},
              {"line", record.line},
              {"fn", shared.text(readable_name(record.function))},
              {"role", shared.text(one_line(text_of_origin_and_role(record.written, record.part, record.role)))},
              {"path", record.path_number},
              {"arch", shared.text(record.arch)},
              {"cycles", number_of(record.figures.cycles_per_iteration)},
              {"iterations", record.figures.source_iterations.value_or(0)},
              {"bound", name_of(record.figures.bound_by)},
              {"complete", record.figures.complete},
              {"vector", record.figures.vector_bits}};
  if (const std::optional<Cycles> each = record.figures.cycles_per_source_iteration())
    out["each"] = number_of(*each);
  return out;
}

Json json_of(const LoopChange &change, Shared &shared) {
  return {{"kind", name_of(change.kind)},
          {"before", change.before ? json_of(*change.before, shared) : Json()},
          {"after", change.after ? json_of(*change.after, shared) : Json()},
          {"loop", change.loop},
          {"regression", change.is_regression},
          {"message", shared.text(message_of(change))}};
}

Json json_of(const Comparison &comparison, Shared &shared) {
  Json changes = Json::array();
  for (const LoopChange &change : comparison.changes)
    changes.push_back(json_of(change, shared));
  return {{"baseline", comparison.baseline},
          {"tolerance", comparison.tolerance_percent},
          {"unchanged", comparison.unchanged_count},
          {"regressions", comparison.regression_count()},
          {"changes", std::move(changes)}};
}

/// [[[loop, ...], share, trips or null, their text, iterations, other details], ...], most important first.
Json sources_of(const Collection &collection, Shared &shared) {
  Json out = Json::array();
  for (const SourceLoop &loop : collection.source_loops) {
    const std::optional<double> trips = loop.mean_trips(collection);
    out.push_back({loop.loops(), phrase_of_share(loop.weight), trips ? Json(*trips) : Json(),
                   phrase_of_trips(loop, collection), phrase_of_iterations(loop, collection),
                   shared.text(phrase_of_rest(loop, collection))});
  }
  return out;
}

/// [[finding, source loop, [finding, ...]], ...], the most important first.
Json folded_of(const Collection &collection) {
  const auto number_of = [&](const CollectedFinding *finding) { return finding - collection.findings.data(); };
  Json out = Json::array();
  for (const FoldedFinding &folded : folded_findings(collection)) {
    Json others = Json::array();
    for (const CollectedFinding *other : folded.others)
      others.push_back(number_of(other));
    out.push_back({number_of(folded.first), folded.source_loop, std::move(others)});
  }
  return out;
}

Json rules_of(const Collection &collection) {
  Json out = Json::object();
  for (const CollectedFinding &collected : collection.findings)
    if (const Rule *rule = find_rule(collected.finding->rule))
      out[std::string(rule->id)] = {rule->summary, rule->explanation};
  return out;
}

/// [name, is withheld]
Json files_of(const Collection &collection, const Shared &shared) {
  Json out = Json::array();
  for (const std::string &file : shared.files())
    out.push_back({file, collection.withheld_sources.contains(file)});
  return out;
}

/// [[file, [[first line, [line, ...]], ...]], ...]
Json excerpts_data(const Collection &collection, std::span<const KernelReport> loops, Shared &shared) {
  Json out = Json::array();
  for (const auto &[file, excerpts] : source_excerpts(collection, loops)) {
    Json pieces = Json::array();
    for (const Excerpt &excerpt : excerpts)
      pieces.push_back({excerpt.first_line, excerpt.lines});
    out.push_back({shared.file(file), std::move(pieces)});
  }
  return out;
}

Json kinds() {
  Json out = Json::array();
  for (const BoundKind kind : {BoundKind::ports, BoundKind::divider, BoundKind::front_end, BoundKind::stores,
                               BoundKind::loop_carried, BoundKind::memory})
    out.push_back({name_of(kind), phrase_of(kind), limit_of(kind)});
  return out;
}

Json outside_of_loops(const Collection &collection, Shared &shared) {
  Json annotated = Json::array();
  for (const AnnotationReport &annotation : collection.annotated)
    if (annotation.status != AnnotationStatus::analysed)
      annotated.push_back({{"where", shared.place(annotation.source)},
                           {"status", name_of(annotation.status)},
                           {"reason", shared.text(annotation.reason)},
                           {"loops", annotation.kernels}});
  Json problems = Json::array();
  for (const Error &problem : collection.problems)
    problems.push_back({shared.place(problem.where), shared.text(problem.message)});
  std::vector<std::string> notes = remarks_on_samples(collection);
  notes.insert(notes.end(), collection.notes.begin(), collection.notes.end());
  if (std::optional<std::string> withheld = note_on_withheld_sources(collection))
    notes.push_back(*std::move(withheld));
  return {{"annotated", std::move(annotated)}, {"problems", std::move(problems)}, {"notes", std::move(notes)}};
}

/// Escaped so that a browser does not find the end of the enclosing element in it.
std::string safe_text_of(const Json &data) {
  const std::string text = with_escaped_controls(data.dump(-1, ' ', false, Json::error_handler_t::replace));
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

/// The details of some loops, and the values that they use and the page does not.
Json details_of(const Collection &collection, const std::vector<int> &loops, std::span<const KernelReport> reports,
                Shared &shared) {
  Json details = Json::array();
  for (std::size_t i = 0; i < loops.size(); ++i)
    details.push_back({loops[i], loop_details(collection.loops[at(loops[i])], reports[i], shared)});
  return {{"details", std::move(details)}, {"excerpts", excerpts_data(collection, reports, shared)}};
}

void add_shared(Json &out, const Collection &collection, const Shared &shared) {
  out["codes"] = shared.codes();
  out["figures"] = shared.figures();
  out["ports"] = shared.port_lists();
  out["lists"] = shared.lists();
  out["files"] = files_of(collection, shared);
  out["texts"] = shared.texts();
}

std::vector<KernelReport> reports_of(const Collection &collection, const std::vector<int> &loops) {
  std::vector<KernelReport> out;
  for (const int loop : loops)
    out.push_back(collection.loops[at(loop)].report);
  return out;
}

/// The loops of each part. Paths and cores of a loop are in the same part, because they are shown side by side.
std::vector<std::vector<int>> parts_of(const Collection &collection, std::size_t loops_per_part) {
  std::map<int, std::size_t> part_of_group;
  std::vector<std::vector<int>> parts;
  for (std::size_t loop = 0; loop < collection.loops.size(); ++loop) {
    if (parts.empty() || parts.back().size() >= loops_per_part)
      parts.emplace_back();
    const auto [part, is_new] = part_of_group.try_emplace(collection.loops[loop].group, parts.size() - 1);
    parts[part->second].push_back(static_cast<int>(loop));
  }
  std::erase_if(parts, [](const std::vector<int> &part) { return part.empty(); });
  return parts;
}

/// What can be filtered by, in the list of a page in parts: LLVM's names of the instructions.
int opcodes_of_row(const KernelReport &kernel, Shared &shared) {
  std::string text;
  for (const std::string &name : distinct_opcodes_of(kernel))
    text.append(text.empty() ? "" : " ").append(name);
  return shared.text(text);
}

/// The rows of all loops, as text: a tree of JSON values would take several times as much memory.
std::string rows_of(const Collection &collection, bool is_in_parts, Shared &shared) {
  std::string out = "[";
  for (const CollectedLoop &loop : collection.loops) {
    Json row = loop_row(loop, shared);
    if (is_in_parts)
      row["opcodes"] = opcodes_of_row(loop.report, shared);
    out += (out.size() > 1 ? "," : "") + safe_text_of(row);
  }
  return out + "]";
}

std::string findings_of(const Collection &collection, Shared &shared) {
  std::string out = "[";
  for (const CollectedFinding &finding : collection.findings)
    out += (out.size() > 1 ? "," : "") + safe_text_of(finding_data(finding, collection, shared));
  return out + "]";
}

std::vector<std::string> packed_parts(const Collection &collection, const std::vector<std::vector<int>> &parts,
                                      const DetailsReader &read, int jobs, const Shared &shared) {
  std::vector<std::string> out(parts.size());
  const std::size_t at_once = at(std::max(jobs, 1)) * 4;
  for (std::size_t begin = 0; begin < parts.size(); begin += at_once) {
    const std::size_t count = std::min(at_once, parts.size() - begin);
    std::vector<std::vector<KernelReport>> reports(count);
    std::vector<int> loops;
    for (std::size_t i = 0; i < count; ++i)
      loops.insert(loops.end(), parts[begin + i].begin(), parts[begin + i].end());
    std::vector<KernelReport> all = read(loops);
    auto next = std::make_move_iterator(all.begin());
    for (std::size_t i = 0; i < count; ++i) {
      const auto end = next + static_cast<std::ptrdiff_t>(parts[begin + i].size());
      reports[i].assign(next, end);
      next = end;
    }
    for_each_index(jobs, count, [&](int /*worker*/, std::size_t i) {
      Shared of_part(&shared);
      Json details = details_of(collection, parts[begin + i], reports[i], of_part);
      add_shared(details, collection, of_part);
      out[begin + i] = packed(safe_text_of(details));
    });
  }
  return out;
}

} // namespace

PageData page_data(const Collection &collection, const HtmlOptions &options) {
  const DetailsReader read =
      options.details ? options.details : [&](const std::vector<int> &some) { return reports_of(collection, some); };
  const bool is_in_parts = collection.loops.size() > options.most_loops_at_once;
  const std::vector<std::vector<int>> parts =
      parts_of(collection, is_in_parts ? options.loops_per_part : std::max<std::size_t>(collection.loops.size(), 1));
  Shared shared;
  const std::string rows = rows_of(collection, is_in_parts, shared);
  const std::string findings = findings_of(collection, shared);
  Json data = outside_of_loops(collection, shared);
  if (collection.comparison)
    data["comparison"] = json_of(*collection.comparison, shared);
  data["sources"] = sources_of(collection, shared);
  data["order"] = phrase_of_order(collection);
  data["folded"] = folded_of(collection);
  data["kinds"] = kinds();
  data["rules"] = rules_of(collection);
  PageData out;
  if (is_in_parts) {
    data["parts"] = parts;
    out.parts = packed_parts(collection, parts, read, options.jobs, shared);
  } else if (!parts.empty()) {
    data.update(details_of(collection, parts.front(), read(parts.front()), shared));
  }
  add_shared(data, collection, shared);
  out.page = safe_text_of(data);
  out.page.pop_back(); // the brace at the end
  ((((out.page += ",\"loops\":") += rows) += ",\"findings\":") += findings) += "}";
  return out;
}

} // namespace osaca::html
