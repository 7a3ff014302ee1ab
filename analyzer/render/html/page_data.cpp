// Figures are rounded here, as in all formats for people (Cycles::text), so that the script does not compute anything.
// Lists of similar values are flat arrays, because they make up most of the file.
#include "render/html/page_data.h"

#include "base/printable.h"
#include "base/readable_name.h"
#include "render/html/loop_data.h"
#include "render/loop_phrases.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/words/words.h"
#include "report/rules.h"

#include <algorithm>

namespace osaca::html {
namespace {

Json json_of(const LoopRecord &record, Shared &shared) {
  Json out = {{"id", record.id},
              {"file", shared.file(record.file)},
              {"line", record.line},
              {"fn", shared.text(readable_name(record.function))},
              {"role", shared.text(name_of(record.role))},
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
Json sources_of(const Collection &collection, const Ranking &ranking, Shared &shared) {
  Json out = Json::array();
  for (const SourceLoop &loop : ranking.loops) {
    const std::optional<double> trips = loop.mean_trips(collection);
    out.push_back({loop.loops(), phrase_of_share(loop.weight), trips ? Json(*trips) : Json(),
                   phrase_of_trips(loop, collection), phrase_of_iterations(loop, collection),
                   shared.text(phrase_of_rest(loop, collection))});
  }
  return out;
}

/// [[finding, source loop, [finding, ...]], ...], the most important first.
Json folded_of(const Collection &collection, const Ranking &ranking) {
  const auto number_of = [&](const CollectedFinding *finding) { return finding - collection.findings.data(); };
  Json out = Json::array();
  for (const FoldedFinding &folded : folded_findings(collection, ranking)) {
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
    if (const Rule *rule = find_rule(collected.finding.rule))
      out[std::string(rule->id)] = {rule->summary, rule->explanation};
  return out;
}

Json files_of(const Collection &collection, const Shared &shared) {
  const std::map<std::string, std::vector<Excerpt>> excerpts = source_excerpts(collection);
  Json out = Json::array();
  for (const std::string &file : shared.files()) {
    Json held = Json::array();
    if (const auto found = excerpts.find(file); found != excerpts.end())
      for (const Excerpt &excerpt : found->second)
        held.push_back({excerpt.first_line, excerpt.lines});
    out.push_back({file, std::move(held), collection.withheld_sources.contains(file)});
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

/// Escaped so that no browser finds the end of the enclosing element in it.
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

} // namespace

std::string page_data(const Collection &collection) {
  Shared shared;
  Json loops = Json::array();
  for (const CollectedLoop &loop : collection.loops)
    loops.push_back(loop_data(loop, shared));
  Json findings = Json::array();
  for (const CollectedFinding &finding : collection.findings)
    findings.push_back(finding_data(finding, collection, shared));
  Json data = outside_of_loops(collection, shared);
  if (collection.comparison)
    data["comparison"] = json_of(*collection.comparison, shared);
  const Ranking ranking = ranking_of(collection);
  data["sources"] = sources_of(collection, ranking, shared);
  data["order"] = phrase_of_order(collection, ranking.loops);
  data["folded"] = folded_of(collection, ranking);
  data["kinds"] = kinds();
  data["rules"] = rules_of(collection);
  data["loops"] = std::move(loops);
  data["findings"] = std::move(findings);
  data["codes"] = shared.codes();
  data["figures"] = shared.figures();
  data["ports"] = shared.port_lists();
  data["lists"] = shared.lists();
  data["files"] = files_of(collection, shared);
  data["texts"] = shared.texts();
  return safe_text_of(data);
}

} // namespace osaca::html
