#include "collection/baseline.h"

#include "base/fingerprint.h"
#include "base/format.h"
#include "base/index.h"
#include "collection/loop_details.h"
#include "collection/loop_identity.h"
#include "collection/moved_in_order.h"
#include "report/rules.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace osaca {

namespace {

class RowMaker {
public:
  explicit RowMaker(const Collection &collection) : collection_(collection) {}

  std::vector<BaselineRow> rows() {
    std::vector<BaselineRow> rows;
    for (const SourceLoop &loop : collection_.source_loops)
      for (const LoopOnCore &core : loop.cores)
        rows.push_back(row_of(loop, core));
    const auto rank = [](const BaselineRow &row) {
      return std::tie(row.record.file, row.record.line, row.record.function, row.record.arch, row.loop);
    };
    rows = moved_in_order(std::move(rows), [&](const auto &a, const auto &b) { return rank(a) < rank(b); });
    std::unordered_map<std::string, int> ordinals;
    for (BaselineRow &row : rows)
      row.record.id = id_of(row.record, ordinals);
    return rows;
  }

private:
  [[nodiscard]] const KernelReport &report_at(int loop) const { return collection_.loops[at(loop)].report; }

  BaselineRow row_of(const SourceLoop &loop, const LoopOnCore &core) const {
    BaselineRow row;
    row.loop = core.representative;
    row.costliest_path = core.representative;
    row.loops = core.loops;
    row.record = record_of(collection_.loops[at(core.representative)]);
    row.record.function = function_of_all(core);
    row.record.path_number = 1;
    row.record.code_hash = code_hash_of_all(core);
    row.record.figures_version = report_at(core.representative).figures_version;
    if (loop.weight.is_known())
      row.record.time_share = loop.weight.share;
    summarise_paths(core, row);
    return row;
  }

  /// The function in which the loop was written, if it contains code of the loop; else the first by name of the
  /// functions it was inlined into. The representative machine loop may change with every build.
  [[nodiscard]] std::string function_of_all(const LoopOnCore &core) const {
    const auto rank = [&](int loop) {
      return std::tuple<bool, const std::string &>(has_inlined_code(report_at(loop)), report_at(loop).function);
    };
    return report_at(std::ranges::min(core.loops, {}, rank)).function;
  }

  [[nodiscard]] std::string code_hash_of_all(const LoopOnCore &core) const {
    std::set<Fingerprint> codes;
    for (const int loop : core.loops)
      codes.insert(code_of(report_at(loop)));
    std::string all;
    for (const Fingerprint &code : codes)
      all += code.text();
    return fingerprint_of(all).text();
  }

  /// For the paths of the representative machine loop: their mean and the costliest of them, or their range.
  void summarise_paths(const LoopOnCore &core, BaselineRow &row) const {
    const KernelReport &representative = report_at(core.representative);
    UnknownPaths paths{0, representative.cycles_per_iteration};
    double cycles = 0;
    double low = 0;
    double high = 0;
    double most_cycles = 0;
    double probability = 0;
    int costliest = core.representative;
    for (const int loop : core.loops) {
      const KernelReport &path = report_at(loop);
      if (!is_same_machine_loop(path, representative))
        continue;
      ++paths.count;
      paths.least_cycles = std::min(paths.least_cycles, path.cycles_per_iteration);
      const double share = path.path_share ? path.path_share->probability : 0;
      const double cycles_of_path = share * path.cycles_per_iteration.to_double();
      if (cycles_of_path > most_cycles) {
        most_cycles = cycles_of_path;
        costliest = loop;
      }
      cycles += cycles_of_path;
      low += share * (path.uncertainty ? path.uncertainty->range.low : path.cycles_per_iteration).to_double();
      high += share * (path.uncertainty ? path.uncertainty->range.high : path.cycles_per_iteration).to_double();
      probability += share;
    }
    if (paths.count < 2)
      return;
    if (!representative.path_share || probability <= 0) {
      row.record.unknown_paths = paths;
      return;
    }
    row.costliest_path = costliest;
    LoopFigures &figures = row.record.figures;
    figures.cycles_per_iteration = Cycles::nearest(cycles / probability);
    figures.range.reset();
    if (low < high)
      figures.range = CyclesRange{Cycles::nearest(low / probability), Cycles::nearest(high / probability)};
    figures.bound_by = report_at(costliest).bound_by;
    figures.paths_in_mean = paths.count;
  }

  static std::string id_of(const LoopRecord &record, std::unordered_map<std::string, int> &ordinals) {
    const std::string key = record.file + key_separator + record.function + key_separator + record.arch +
                            key_separator + record.source_text_hash;
    return fingerprint_of(format_text("{}{}{}", key, key_separator, ordinals[key]++)).text();
  }

  const Collection &collection_;
};

} // namespace

std::vector<BaselineRow> baseline_rows(const Collection &collection) { return RowMaker(collection).rows(); }

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
                 .reason = reason_of(path),
                 .cycles_of_path =
                     change.after->figures.paths_in_mean > 1 ? std::optional(path.cycles_per_iteration) : std::nullopt};
  CollectedFinding out;
  out.loops = {change.loop};
  out.fingerprint = fingerprint_of(format_text("{}\x1f{}", finding.rule, change.after->id));
  out.finding = std::move(finding);
  return out;
}

/// Leaves the rows without their records.
Baseline take_baseline(std::vector<BaselineRow> &rows, const Collection &collection) {
  Baseline baseline;
  baseline.compilers = collection.compilers;
  std::vector<std::size_t> row_of(collection.loops.size());
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (const int loop : rows[r].loops)
      row_of[at(loop)] = r;
  std::vector<std::set<std::string>> accepted(rows.size());
  for (const CollectedFinding &finding : collection.findings) {
    const std::string &rule = finding.finding->rule;
    if (finding.suppression == Suppression::in_source || rule == regression_rule || rule == expectation_rule)
      continue;
    for (const int loop : finding.loops)
      accepted[row_of[at(loop)]].insert(rule);
    if (finding.loops.empty())
      baseline.accepted.push_back(
          {rule, finding.finding->where.file, finding.finding->where.line, finding.fingerprint.text()});
  }
  baseline.loops.reserve(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    baseline.loops.push_back(std::move(rows[r].record));
    baseline.loops.back().accepted.assign(accepted[r].begin(), accepted[r].end());
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

} // namespace

Baseline baseline_of(const Collection &collection) {
  std::vector<BaselineRow> rows = baseline_rows(collection);
  return take_baseline(rows, collection);
}

Comparison compare(const Baseline &before, const Baseline &after, double tolerance_percent) {
  return compare(before, after, matched_loops(before.loops, after.loops), tolerance_percent);
}

Collection with_baseline(Collection collection, const Baseline &baseline, double tolerance_percent) {
  std::vector<BaselineRow> rows = baseline_rows(collection);
  const Baseline now = take_baseline(rows, collection);
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
    if (!finding.open() || finding.finding->rule == expectation_rule)
      continue;
    const bool accepted =
        finding.loops.empty()
            ? std::ranges::any_of(
                  baseline.accepted,
                  [&](const AcceptedFinding &known) { return known.fingerprint == finding.fingerprint.text(); })
            : std::ranges::all_of(finding.loops, [&](int loop) { return accepts(loop, finding.finding->rule); });
    if (accepted)
      finding.suppression = Suppression::by_baseline;
  }
  collection.comparison = compare(baseline, now, matches, tolerance_percent);
  for (LoopChange &change : collection.comparison->changes) {
    if (change.loop < 0)
      continue;
    const BaselineRow &row = rows[at(change.loop)];
    change.loop = row.loop;
    if (change.is_regression)
      collection.findings.push_back(finding_of(change, row.costliest_path, collection));
  }
  const auto rank = [](const CollectedFinding &finding) {
    const SourceLocation &where = finding.finding->where;
    return std::tie(where.file, where.line, where.column, finding.finding->rule, finding.fingerprint);
  };
  collection.findings =
      moved_in_order(std::move(collection.findings), [&](const auto &a, const auto &b) { return rank(a) < rank(b); });
  return collection;
}

} // namespace osaca
