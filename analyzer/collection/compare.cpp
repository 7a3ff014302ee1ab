#include "collection/compare.h"

#include "base/fingerprint.h"
#include "base/index.h"
#include "collection/loop_matching.h"
#include "report/rules.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace osaca {
namespace {

std::optional<LoopChange> change_between(const LoopRecord &before, const LoopRecord &after, double tolerance) {
  const LoopFigures &then = before.figures;
  const LoopFigures &now = after.figures;
  const double ratio = compared_cycles(then, now).ratio();
  const bool slower = ratio > 1 + tolerance || (then.complete && !now.complete);
  const bool faster = !slower && ratio < 1 - tolerance;
  LoopChange change;
  if (then.data_level != now.data_level) {
    change.kind = ChangeKind::data_moved;
    change.before = before;
    change.after = after;
    return change;
  }
  if (then.vector_bits > 0 && now.vector_bits == 0)
    change.kind = ChangeKind::lost_vectorisation;
  else if (slower)
    change.kind = ChangeKind::slower;
  else if (then.vector_bits == 0 && now.vector_bits > 0)
    change.kind = ChangeKind::gained_vectorisation;
  else if (faster)
    change.kind = ChangeKind::faster;
  else if (then.bound_by != now.bound_by)
    change.kind = ChangeKind::bound_changed;
  else
    return std::nullopt;
  change.is_regression = slower || (change.kind == ChangeKind::lost_vectorisation && !faster);
  change.before = before;
  change.after = after;
  return change;
}

/// Regressions first, the worst first; then by place.
void sort(std::vector<LoopChange> &changes) {
  const auto badness = [](const LoopChange &change) {
    return change.before && change.after ? compared_cycles(change.before->figures, change.after->figures).ratio() : 0.0;
  };
  const auto rank = [&](const LoopChange &change) {
    const LoopRecord &record = change.after ? *change.after : *change.before;
    return std::tuple(!change.is_regression, change.is_regression ? -badness(change) : 0.0, record.file, record.line,
                      record.function, name_of(record.role), record.path_number, record.arch, record.id);
  };
  std::stable_sort(changes.begin(), changes.end(),
                   [&](const LoopChange &a, const LoopChange &b) { return rank(a) < rank(b); });
}

CollectedFinding finding_of(const LoopChange &change, const Collection &collection) {
  const CollectedLoop &loop = collection.loops[at(change.loop)];
  CollectedFinding out;
  out.finding.rule = regression_rule;
  out.finding.severity = Severity::warning;
  out.finding.where = loop.report.source.known() ? loop.report.source : loop.report.input;
  out.finding.facts = Regression{.lost_vectors = change.kind == ChangeKind::lost_vectorisation,
                                 .before = change.before->figures,
                                 .after = change.after->figures,
                                 .arch = change.after->arch,
                                 .reason = reason_of(loop.report)};
  out.loops = {change.loop};
  out.fingerprint = fingerprint_of(out.finding.rule + "\x1f" + loop.record.id);
  return out;
}

} // namespace

Baseline baseline_of(const Collection &collection) {
  Baseline baseline;
  std::vector<std::set<std::string>> accepted(collection.loops.size());
  for (const CollectedFinding &finding : collection.findings) {
    const std::string &rule = finding.finding.rule;
    if (finding.suppression == Suppression::in_source || rule == regression_rule || rule == expectation_rule)
      continue;
    for (const int loop : finding.loops)
      accepted[at(loop)].insert(rule);
    if (finding.loops.empty())
      baseline.accepted.push_back(
          {rule, finding.finding.where.file, finding.finding.where.line, finding.fingerprint});
  }
  for (std::size_t i = 0; i < collection.loops.size(); ++i) {
    baseline.loops.push_back(collection.loops[i].record);
    baseline.loops.back().accepted.assign(accepted[i].begin(), accepted[i].end());
  }
  return baseline;
}

Comparison compare(const Baseline &before, const Baseline &after, double tolerance_percent) {
  Comparison comparison;
  comparison.baseline = before.name;
  comparison.tolerance_percent = tolerance_percent;
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
    found[at(matches[i])] = true;
    std::optional<LoopChange> change =
        change_between(before.loops[at(matches[i])], now, tolerance_percent / 100);
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
  sort(comparison.changes);
  return comparison;
}

Collection with_baseline(Collection collection, const Baseline &baseline, double tolerance_percent) {
  const Baseline now = baseline_of(collection);
  const std::vector<int> matches = matched_loops(baseline.loops, now.loops);
  const auto accepts = [&](int loop, const std::string &rule) {
    const int match = matches[at(loop)];
    if (match < 0)
      return false;
    const std::vector<std::string> &rules = baseline.loops[at(match)].accepted;
    return std::find(rules.begin(), rules.end(), rule) != rules.end();
  };
  for (CollectedFinding &finding : collection.findings) {
    if (!finding.open() || finding.finding.rule == expectation_rule)
      continue;
    const bool accepted =
        finding.loops.empty()
            ? std::any_of(baseline.accepted.begin(), baseline.accepted.end(),
                          [&](const AcceptedFinding &known) { return known.fingerprint == finding.fingerprint; })
            : std::all_of(finding.loops.begin(), finding.loops.end(),
                          [&](int loop) { return accepts(loop, finding.finding.rule); });
    if (accepted)
      finding.suppression = Suppression::by_baseline;
  }
  collection.comparison = compare(baseline, now, tolerance_percent);
  for (const LoopChange &change : collection.comparison->changes)
    if (change.is_regression)
      collection.findings.push_back(finding_of(change, collection));
  std::stable_sort(collection.findings.begin(), collection.findings.end(),
                   [](const CollectedFinding &a, const CollectedFinding &b) {
                     const auto rank = [](const CollectedFinding &finding) {
                       const SourceLocation &where = finding.finding.where;
                       return std::tuple(where.file, where.line, where.column, finding.finding.rule, finding.fingerprint);
                     };
                     return rank(a) < rank(b);
                   });
  return collection;
}

} // namespace osaca
