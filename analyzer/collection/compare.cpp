#include "collection/compare.h"

#include "base/fingerprint.h"
#include "base/index.h"
#include "collection/baseline_rows.h"
#include "collection/loop_change.h"
#include "collection/loop_matching.h"
#include "report/rules.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace osaca {
namespace {

/// The cores of these loops, each once, in order.
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

/// Which cores' figures are not what they were, told by loops whose code is the same.
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

CollectedFinding finding_of(const LoopChange &change, int costliest_path, const Collection &collection) {
  const CollectedLoop &loop = collection.loops[at(change.loop)];
  const KernelReport &path = collection.loops[at(costliest_path)].report;
  CollectedFinding out;
  out.finding.rule = regression_rule;
  out.finding.severity = Severity::warning;
  out.finding.where = loop.report.source.known() ? loop.report.source : loop.report.input;
  out.finding.facts =
      Regression{.lost_vectors = change.kind == ChangeKind::lost_vectorisation,
                 .before = change.before->figures,
                 .after = change.after->figures,
                 .arch = change.after->arch,
                 .reason = reason_of(path),
                 .cycles_of_path =
                     change.after->figures.paths_in_mean > 1 ? std::optional(path.cycles_per_iteration) : std::nullopt};
  out.loops = {change.loop};
  out.fingerprint = fingerprint_of(out.finding.rule + "\x1f" + change.after->id);
  return out;
}

} // namespace

Baseline baseline_of(const Collection &collection) {
  Baseline baseline;
  baseline.compilers = collection.compilers;
  const std::vector<BaselineRow> rows = baseline_rows(collection);
  std::vector<std::size_t> row_of(collection.loops.size());
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (const int loop : rows[r].loops)
      row_of[at(loop)] = r;
  std::vector<std::set<std::string>> accepted(rows.size());
  for (const CollectedFinding &finding : collection.findings) {
    const std::string &rule = finding.finding.rule;
    if (finding.suppression == Suppression::in_source || rule == regression_rule || rule == expectation_rule)
      continue;
    for (const int loop : finding.loops)
      accepted[row_of[at(loop)]].insert(rule);
    if (finding.loops.empty())
      baseline.accepted.push_back({rule, finding.finding.where.file, finding.finding.where.line, finding.fingerprint});
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    baseline.loops.push_back(rows[r].record);
    baseline.loops.back().accepted.assign(accepted[r].begin(), accepted[r].end());
  }
  return baseline;
}

Comparison compare(const Baseline &before, const Baseline &after, double tolerance_percent) {
  Comparison comparison;
  comparison.baseline = before.name;
  comparison.tolerance_percent = tolerance_percent;
  comparison.no_common_core = cores_without_common(before, after);
  if (comparison.no_common_core)
    return comparison;
  comparison.compilers_change = compilers_change(before, after);
  FiguresChanges figures;
  const std::vector<int> matches = matched_loops(before.loops, after.loops);
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
    std::optional<LoopChange> change = change_between(then, now, tolerance_percent / 100);
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

Collection with_baseline(Collection collection, const Baseline &baseline, double tolerance_percent) {
  const Baseline now = baseline_of(collection);
  const std::vector<BaselineRow> rows = baseline_rows(collection);
  const std::vector<int> matches = matched_loops(baseline.loops, now.loops);
  std::vector<int> row_of(collection.loops.size());
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (const int loop : rows[r].loops)
      row_of[at(loop)] = static_cast<int>(r);
  const auto accepts = [&](int loop, const std::string &rule) {
    const int match = matches[at(row_of[at(loop)])];
    if (match < 0)
      return false;
    const std::vector<std::string> &rules = baseline.loops[at(match)].accepted;
    return std::ranges::find(rules, rule) != rules.end();
  };
  for (CollectedFinding &finding : collection.findings) {
    if (!finding.open() || finding.finding.rule == expectation_rule)
      continue;
    const bool accepted =
        finding.loops.empty()
            ? std::ranges::any_of(
                  baseline.accepted,
                  [&](const AcceptedFinding &known) { return known.fingerprint == finding.fingerprint; })
            : std::ranges::all_of(finding.loops, [&](int loop) { return accepts(loop, finding.finding.rule); });
    if (accepted)
      finding.suppression = Suppression::by_baseline;
  }
  collection.comparison = compare(baseline, now, tolerance_percent);
  for (LoopChange &change : collection.comparison->changes) {
    if (change.loop < 0)
      continue;
    const BaselineRow &row = rows[at(change.loop)];
    change.loop = row.loop;
    if (change.is_regression)
      collection.findings.push_back(finding_of(change, row.costliest_path, collection));
  }
  std::ranges::stable_sort(collection.findings, [](const CollectedFinding &a, const CollectedFinding &b) {
    const auto rank = [](const CollectedFinding &finding) {
      const SourceLocation &where = finding.finding.where;
      return std::tuple(where.file, where.line, where.column, finding.finding.rule, finding.fingerprint);
    };
    return rank(a) < rank(b);
  });
  return collection;
}

} // namespace osaca
