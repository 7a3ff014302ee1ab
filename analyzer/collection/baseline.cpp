#include "collection/baseline.h"

#include "base/fingerprint.h"
#include "base/format.h"
#include "base/index.h"
#include "base/parallel.h"
#include "collection/loop_identity.h"
#include "collection/moved_in_order.h"
#include "report/rules.h"

#include <algorithm>
#include <map>
#include <set>

namespace osaca {

namespace {

/// The cores of these loops, each once, sorted.
std::vector<std::string> cores_of(const Baseline &baseline) {
  std::set<std::string> cores;
  for (const LoopRecord &loop : baseline.loops)
    cores.insert(loop.arch);
  return {cores.begin(), cores.end()};
}

std::optional<NoCommonCore> cores_without_common(const Baseline &before, const Baseline &after) {
  NoCommonCore cores{cores_of(before), cores_of(after)};
  const bool have_common = std::ranges::any_of(
      cores.before, [&](const std::string &core) { return std::ranges::binary_search(cores.after, core); });
  if (have_common || cores.before.empty() || cores.after.empty())
    return std::nullopt;
  return cores;
}

std::optional<CompilersChange> compilers_change(const Baseline &before, const Baseline &after) {
  if (before.compilers.empty() || after.compilers.empty() || before.compilers == after.compilers)
    return std::nullopt;
  return CompilersChange{before.compilers, after.compilers};
}

/// Finds the cores whose figures changed, by comparing loops with unchanged code.
class FiguresChanges {
public:
  void add(const LoopRecord &before, const LoopRecord &after) {
    const double ratio = figures_ratio(before, after);
    if (!is_same_code(before, after) || ratio == 1.0)
      return;
    const auto [known, is_new] = by_core_.try_emplace(after.arch);
    FiguresChange &change = known->second;
    change.arch = after.arch;
    change.least_ratio = is_new ? ratio : std::min(change.least_ratio, ratio);
    change.most_ratio = is_new ? ratio : std::max(change.most_ratio, ratio);
    ++change.loop_count;
    change.model_is_known_to_differ |= !before.figures_version.empty() && !after.figures_version.empty() &&
                                       before.figures_version != after.figures_version;
  }

  [[nodiscard]] std::vector<FiguresChange> take() const {
    std::vector<FiguresChange> changes;
    for (const auto &[core, change] : by_core_)
      changes.push_back(change);
    return changes;
  }

private:
  std::map<std::string, FiguresChange> by_core_;
};

/// `change.loop` is an index into the loops of the collection.
CollectedFinding finding_of(const LoopChange &change, int costliest_path, const Collection &collection) {
  const CollectedLoop &loop = collection.loops[at(change.loop)];
  const KernelReport &path = collection.loops[at(costliest_path)].report;
  Finding finding;
  finding.rule = regression_rule;
  finding.severity = Severity::warning;
  finding.where = place_of(loop.report);
  finding.facts =
      Regression{.lost_vectors = change.kind == ChangeKind::lost_vectorisation,
                 .before = change.before->figures,
                 .after = change.after->figures,
                 .arch = change.after->arch,
                 .copy_in = change.copy < 0 ? "" : change.after->function,
                 .reason = reason_of(path),
                 .cycles_of_path =
                     change.after->figures.paths_in_mean > 1 ? std::optional(path.cycles_per_iteration) : std::nullopt};
  CollectedFinding out;
  out.loops = {change.loop};
  out.fingerprint = fingerprint_of(format_text("{}\x1f{}", finding.rule, change.after->id));
  out.finding = std::move(finding);
  return out;
}

/// By loop: its row.
std::vector<int> row_by_loop(const BaselineRows &rows, const Collection &collection) {
  std::vector<int> row_of(collection.loops.size());
  for (std::size_t row = 0; row < rows.loops.size(); ++row)
    for (const int loop : rows.loops[row].all)
      row_of[at(loop)] = static_cast<int>(row);
  return row_of;
}

void insert_sorted(const std::string &text, std::vector<std::string> &texts) {
  if (const auto place = std::ranges::lower_bound(texts, text); place == texts.end() || *place != text)
    texts.insert(place, text);
}

/// Leaves the rows without their records. `row_of`: as from row_by_loop().
Baseline take_baseline(BaselineRows &rows, const std::vector<int> &row_of, const Collection &collection) {
  Baseline baseline;
  baseline.compilers = collection.compilers;
  baseline.loops = std::move(rows.records);
  for (const CollectedFinding &finding : collection.findings) {
    const std::string &rule = finding.finding->rule;
    if (finding.suppression == Suppression::in_source || rule == regression_rule || rule == expectation_rule)
      continue;
    for (const int loop : finding.loops)
      insert_sorted(rule, baseline.loops[at(row_of[at(loop)])].accepted);
    if (finding.loops.empty())
      baseline.accepted.push_back(
          {rule, finding.finding->where.file, finding.finding->where.line, finding.fingerprint.text()});
  }
  return baseline;
}

/// `matches`: as from matched_loops().
Comparison compare(const Baseline &before, const Baseline &after, const std::vector<int> &matches,
                   double tolerance_percent) {
  Comparison comparison;
  comparison.baseline = before.name;
  comparison.tolerance_percent = tolerance_percent;
  comparison.no_common_core = cores_without_common(before, after);
  if (comparison.no_common_core)
    return comparison;
  comparison.compilers_change = compilers_change(before, after);
  comparison.files = file_differences(before.loops, after.loops, matches);
  FiguresChanges figures;
  std::vector<bool> found(before.loops.size(), false);
  for (std::size_t i = 0; i < after.loops.size(); ++i) {
    const LoopRecord &now = after.loops[i];
    if (matches[i] < 0) {
      comparison.changes.push_back({.kind = ChangeKind::appeared,
                                    .before = std::nullopt,
                                    .after = now,
                                    .loop = static_cast<int>(i),
                                    .is_regression = false});
      continue;
    }
    const LoopRecord &then = before.loops[at(matches[i])];
    found[at(matches[i])] = true;
    figures.add(then, now);
    std::optional<LoopChange> change = change_of_any_copy(then, now, tolerance_percent / 100);
    if (change) {
      change->loop = static_cast<int>(i);
      comparison.changes.push_back(*std::move(change));
    } else {
      ++comparison.unchanged_count;
    }
  }
  for (std::size_t i = 0; i < before.loops.size(); ++i)
    if (!found[i])
      comparison.changes.push_back({.kind = ChangeKind::vanished,
                                    .before = before.loops[i],
                                    .after = std::nullopt,
                                    .loop = -1,
                                    .is_regression = false});
  sort_by_weight(comparison.changes);
  comparison.figures_changes = figures.take();
  return comparison;
}

} // namespace

Baseline baseline_of(const Collection &collection, int jobs) {
  BaselineRows rows = baseline_rows(collection, jobs);
  return take_baseline(rows, row_by_loop(rows, collection), collection);
}

Comparison compare(const Baseline &before, const Baseline &after, double tolerance_percent) {
  return compare(before, after, matched_loops(before.loops, after.loops), tolerance_percent);
}

namespace {

/// Suppresses the findings that the baseline accepts. `match_of_loop`: the row of the baseline, by loop; -1: none.
void suppress_accepted(Collection &collection, const Baseline &baseline, const std::vector<int> &match_of_loop,
                       int jobs) {
  std::set<std::string> without_loop;
  for (const AcceptedFinding &known : baseline.accepted)
    without_loop.insert(known.fingerprint);
  const auto accepts = [&](int loop, const std::string &rule) {
    const int match = match_of_loop[at(loop)];
    return match >= 0 &&
           std::ranges::find(baseline.loops[at(match)].accepted, rule) != baseline.loops[at(match)].accepted.end();
  };
  for_each_index(jobs, collection.findings.size(), [&](int /*worker*/, std::size_t index) {
    CollectedFinding &finding = collection.findings[index];
    const std::string &rule = finding.finding->rule;
    if (finding.open() && rule != expectation_rule &&
        (finding.loops.empty() ? without_loop.contains(finding.fingerprint.text())
                               : std::ranges::all_of(finding.loops, [&](int loop) { return accepts(loop, rule); })))
      finding.suppression = Suppression::by_baseline;
  });
}

} // namespace

Collection with_baseline(Collection collection, const Baseline &baseline, double tolerance_percent, int jobs) {
  BaselineRows rows = baseline_rows(collection, jobs);
  const std::vector<int> row_of = row_by_loop(rows, collection);
  const Baseline now = take_baseline(rows, row_of, collection);
  const std::vector<int> matches = matched_loops(baseline.loops, now.loops);
  std::vector<int> match_of_loop(row_of.size());
  std::ranges::transform(row_of, match_of_loop.begin(),
                         [&](int row) { return at(row) < matches.size() ? matches[at(row)] : -1; });
  suppress_accepted(collection, baseline, match_of_loop, jobs);
  collection.comparison = compare(baseline, now, matches, tolerance_percent);
  for (LoopChange &change : collection.comparison->changes) {
    if (change.loop < 0)
      continue;
    const LoopsOfRow &loops = rows.loops[at(change.loop)];
    const PathsOfLoop &paths = change.copy < 0 ? loops.paths : loops.copies[at(change.copy)];
    change.loop = paths.representative;
    if (change.is_regression)
      collection.findings.push_back(finding_of(change, paths.costliest, collection));
  }
  const auto comes_before = [](const CollectedFinding &a, const CollectedFinding &b) {
    const auto rank = [](const CollectedFinding &finding) {
      const SourceLocation &where = finding.finding->where;
      return std::tie(where.file, where.line, where.column, finding.finding->rule, finding.fingerprint);
    };
    return rank(a) < rank(b);
  };
  if (!std::ranges::is_sorted(collection.findings, comes_before)) // it is, in most cases without a regression
    collection.findings = moved_in_order(std::move(collection.findings), comes_before);
  return collection;
}

} // namespace osaca
