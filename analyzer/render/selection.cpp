#include "render/selection.h"

#include "base/format.h"
#include "base/index.h"
#include "base/index_table.h"
#include "base/readable_name.h"
#include "base/text.h"
#include "collection/loop_identity.h"
#include "render/phrases.h"
#include "render/words/words.h"
#include "report/rules.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace osaca {

FindingList findings_for_ci(const Collection &collection) {
  FindingList out;
  for (const CollectedFinding &finding : collection.findings)
    if (!finding.minor)
      out.push_back(&finding);
  return out;
}

bool is_about_a_promise(const CollectedFinding &finding) {
  return finding.finding->rule == regression_rule || finding.finding->rule == expectation_rule;
}

const CollectedLoop *representative_of(const Collection &collection, const CollectedFinding &finding) {
  return finding.loops.empty() ? nullptr : &collection.loops.at(static_cast<std::size_t>(finding.loops.front()));
}

SourceLocation place_of(const Collection &collection, const CollectedFinding &finding) {
  const CollectedLoop *loop = representative_of(collection, finding);
  return finding.finding->where.known() || loop == nullptr ? finding.finding->where : place_of(loop->report);
}

std::string file_and_line(const SourceLocation &where) {
  return one_line(SourceLocation{where.file, where.line, 0}.text());
}

std::string name_of_loop(const LoopRecord &loop) {
  std::string name = one_line(loop.function.empty() ? loop.file : readable_name(loop.function));
  if (const std::string which = one_line(text_of_origin_and_role(loop.written, loop.part, loop.role)); !which.empty())
    name += ", " + which;
  if (loop.path_number > 1)
    name += format_text(", path {}", loop.path_number);
  return name;
}

std::string name_of_loop(const CollectedLoop &loop) { return name_of_loop(record_of(loop)); }

std::string identifier_of_rule(std::string_view id) {
  constexpr std::string_view prefix = "osaca-";
  if (id.starts_with(prefix))
    id.remove_prefix(prefix.size());
  std::string out;
  bool begins_word = true;
  for (const char c : id) {
    if (c != '-')
      out += begins_word ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins_word = c == '-';
  }
  return out;
}

std::string_view phrase_of(ChangeKind kind) {
  switch (kind) {
  case ChangeKind::slower: return "became slower";
  case ChangeKind::faster: return "became faster";
  case ChangeKind::appeared: return "appeared";
  case ChangeKind::vanished: return "disappeared";
  case ChangeKind::lost_vectorisation: return "lost vectorisation";
  case ChangeKind::gained_vectorisation: return "gained vectorisation";
  case ChangeKind::bound_changed: return "changed bound";
  case ChangeKind::data_moved: return "changed data level";
  case ChangeKind::other_paths: return "changed paths";
  case ChangeKind::within_range: return "changed within their range";
  case ChangeKind::other_iterations: return "changed their source iterations";
  }
  return "changed";
}

namespace {

/// Each counted once for all its paths and cores.
int machine_loop_count(const SourceLoop &source_loop, const Collection &collection) {
  if (source_loop.cores.size() == 1)
    return source_loop.cores.front().machine_loops;
  const auto identity = [](const KernelReport *loop) {
    const SourceLocation &where = place_of(*loop);
    return std::tie(where.line, where.column, where.file, loop->function, loop->role, loop->name);
  };
  std::vector<const KernelReport *> loops;
  for (const int loop : source_loop.loops())
    loops.push_back(&collection.loops[at(loop)].report);
  std::ranges::sort(loops, {}, identity);
  return static_cast<int>(std::ranges::unique(loops, {}, identity).begin() - loops.begin());
}

} // namespace

Totals totals_of(const Collection &collection) {
  Totals totals;
  std::set<std::string> archs;
  for (const CollectedLoop &loop : collection.loops)
    archs.insert(loop.report.arch);
  totals.loops = static_cast<int>(collection.source_loops.size());
  for (const SourceLoop &loop : collection.source_loops)
    totals.machine_loops += machine_loop_count(loop, collection);
  totals.archs = static_cast<int>(archs.size());
  for (const CollectedFinding *finding : findings_for_ci(collection)) {
    if (!finding->open()) {
      ++totals.suppressed;
      continue;
    }
    ++totals.findings;
    totals.warnings += finding->finding->severity == Severity::warning ? 1 : 0;
    totals.errors += finding->finding->severity == Severity::error ? 1 : 0;
  }
  totals.regressions = collection.comparison ? collection.comparison->regression_count() : 0;
  return totals;
}

std::string phrase_of_totals(const Collection &collection) {
  const Totals totals = totals_of(collection);
  std::string out = counted(totals.loops, "loop");
  if (totals.machine_loops > totals.loops)
    out += format_text(" ({} in the machine code)", totals.machine_loops);
  if (totals.loops > 0)
    out += " on " + counted(totals.archs, "core");
  out += ", " + counted(totals.findings, "finding");
  std::string kinds;
  if (totals.errors > 0)
    kinds = counted(totals.errors, "error");
  if (totals.warnings > 0)
    kinds += (kinds.empty() ? "" : ", ") + counted(totals.warnings, "warning");
  if (!kinds.empty())
    out += format_text(" ({})", kinds);
  if (totals.suppressed > 0)
    out += format_text(", {} suppressed", totals.suppressed);
  if (collection.comparison)
    out += format_text(", {} against {}",
                       totals.regressions == 0 ? "no regressions" : counted(totals.regressions, "regression"),
                       one_line(collection.comparison->baseline));
  return out;
}

int source_loop_of(const CollectedFinding &finding, const Collection &collection) {
  int first = -1;
  for (const int loop : finding.loops)
    if (const int source_loop = collection.loops[at(loop)].source_loop; first < 0 || source_loop < first)
      first = source_loop;
  return first;
}

namespace {

/// Whether the finding is about the machine loop that represents its source loop.
bool is_of_representative(const CollectedFinding &finding, int source_loop, const Collection &collection) {
  return source_loop >= 0 &&
         std::ranges::find(finding.loops, collection.source_loops[at(source_loop)].representative()) !=
             finding.loops.end();
}

struct RankedFinding {
  std::tuple<int, bool, int, bool, double> rank; ///< the most important first
  int source_loop = -1;
  const CollectedFinding *finding = nullptr;

  [[nodiscard]] bool is_about_a_promise() const { return !std::get<1>(rank); }
};

std::vector<RankedFinding> ranked_findings(const Collection &collection) {
  std::vector<RankedFinding> out;
  out.reserve(collection.findings.size());
  for (const CollectedFinding &finding : collection.findings) {
    if (finding.minor || !finding.open())
      continue;
    const int loop = source_loop_of(finding, collection);
    out.push_back({{-static_cast<int>(finding.finding->severity), !is_about_a_promise(finding), loop,
                    !is_of_representative(finding, loop, collection), -finding.gain_share},
                   loop,
                   &finding});
  }
  std::ranges::stable_sort(out, {}, &RankedFinding::rank);
  return out;
}

} // namespace

FindingList open_findings_by_importance(const Collection &collection) {
  const std::vector<RankedFinding> ranked = ranked_findings(collection);
  FindingList out;
  out.reserve(ranked.size());
  for (const RankedFinding &finding : ranked)
    out.push_back(finding.finding);
  return out;
}

std::vector<FoldedFinding> folded_findings(const Collection &collection) {
  const std::vector<RankedFinding> findings = ranked_findings(collection);
  IndexTable known(findings.size());
  std::vector<FoldedFinding> out;
  out.reserve(findings.size());
  for (const RankedFinding &ranked : findings) {
    const CollectedFinding &finding = *ranked.finding;
    const std::string &rule = finding.finding->rule;
    const int position = static_cast<int>(out.size());
    int same = position;
    if (ranked.source_loop >= 0 && !finding.of_annotation && !ranked.is_about_a_promise())
      same = known.first_same(
          std::hash<std::string_view>()(rule) + static_cast<std::size_t>(ranked.source_loop), position, [&](int other) {
            return out[at(other)].source_loop == ranked.source_loop && out[at(other)].first->finding->rule == rule;
          });
    if (same == position)
      out.push_back({&finding, ranked.source_loop, {}});
    else
      out[at(same)].others.push_back(&finding);
  }
  return out;
}

std::string message_of(const FoldedFinding &finding) {
  std::string out = message_of(*finding.first);
  if (!finding.others.empty())
    out += format_text(" ({} more in this loop)", finding.others.size());
  return out;
}

std::optional<std::string> note_on_withheld_sources(const Collection &collection) {
  if (collection.withheld_sources.empty())
    return std::nullopt;
  const std::size_t others = collection.withheld_sources.size() - 1;
  return format_text(
      "source files outside the project root are not shown: {}{}; pass --sources FOLDER to show the files in a folder",
      *collection.withheld_sources.begin(), others > 0 ? " and " + counted(others, "other file") : "");
}

} // namespace osaca
