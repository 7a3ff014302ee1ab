#include "collection/baseline.h"

#include "base/fingerprint.h"
#include "base/format.h"
#include "base/index.h"
#include "base/parallel.h"
#include "collection/loop_details.h"
#include "collection/loop_identity.h"
#include "collection/moved_in_order.h"
#include "collection/numbered_fingerprints.h"
#include "collection/text_ranks.h"
#include "report/rules.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace osaca {

namespace {

class RowMaker {
public:
  RowMaker(const Collection &collection, int jobs) : collection_(collection), jobs_(jobs) {}

  BaselineRows rows() {
    const std::vector<PlacedRow> order = ordered();
    BaselineRows rows{std::vector<LoopRecord>(order.size()), std::vector<LoopsOfRow>(order.size())};
    const std::vector<std::size_t> files = ranges_of_files(
        order.size(), [&](std::size_t a, std::size_t b) { return order[a].place.file == order[b].place.file; });
    for_each_index(jobs_, files.size() - 1, [&](int /*worker*/, std::size_t file) {
      NumberedFingerprints ids(files[file + 1] - files[file]);
      for (std::size_t i = files[file]; i < files[file + 1]; ++i) {
        fill(order[i], rows.records[i], rows.loops[i]);
        rows.records[i].id = ids.next(identity_of(rows.records[i])).text();
      }
    });
    return rows;
  }

private:
  /// A row with the properties that order rows. The order is unique.
  struct PlacedRow {
    PlaceRank place; ///< without a column
    std::string function;
    const SourceLoop *loop = nullptr;
    const LoopOnCore *core = nullptr;
  };

  [[nodiscard]] const KernelReport &report_at(int loop) const { return collection_.loops[at(loop)].report; }

  [[nodiscard]] std::vector<PlacedRow> ordered() const {
    std::vector<PlacedRow> rows;
    rows.reserve(collection_.source_loops.size());
    TextRanks files;
    for (const SourceLoop &loop : collection_.source_loops)
      for (const LoopOnCore &core : loop.cores) {
        files.add(place_of(report_at(core.representative)).file);
        rows.push_back({{}, {}, &loop, &core});
      }
    files.rank();
    for (PlacedRow &row : rows) {
      const SourceLocation &where = place_of(report_at(row.core->representative));
      row.place = {files.of(where.file), where.line, 0};
    }
    for_each_index(jobs_, rows.size(),
                   [&](int /*worker*/, std::size_t row) { rows[row].function = function_of_all(*rows[row].core); });
    const auto rank = [](const PlacedRow &row) {
      return std::tuple<const PlaceRank &, const std::string &, const std::string &, int>(
          row.place, row.function, row.core->arch, row.core->representative);
    };
    std::ranges::sort(rows, [&](const PlacedRow &a, const PlacedRow &b) {
      return a.place != b.place ? a.place < b.place : rank(a) < rank(b);
    });
    return rows;
  }

  void fill(const PlacedRow &row, LoopRecord &record, LoopsOfRow &loops) const {
    const LoopOnCore &core = *row.core;
    loops = {core.representative, core.representative, core.loops};
    record = record_of(collection_.loops[at(core.representative)]);
    record.function = row.function;
    record.path_number = 1;
    record.code_hash = code_hash_of_all(core);
    record.figures_version = report_at(core.representative).figures_version;
    if (row.loop->weight.is_known())
      record.time_share = row.loop->weight.share;
    summarise_paths(core, record, loops);
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
  void summarise_paths(const LoopOnCore &core, LoopRecord &record, LoopsOfRow &loops) const {
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
      record.unknown_paths = paths;
      return;
    }
    loops.costliest_path = costliest;
    LoopFigures &figures = record.figures;
    figures.cycles_per_iteration = Cycles::nearest(cycles / probability);
    figures.range.reset();
    if (low < high)
      figures.range = CyclesRange{Cycles::nearest(low / probability), Cycles::nearest(high / probability)};
    figures.bound_by = report_at(costliest).bound_by;
    figures.paths_in_mean = paths.count;
  }

  static Fingerprint identity_of(const LoopRecord &record) {
    Fingerprint out = fingerprint_of(record.file);
    for (const std::string *part : {&record.function, &record.arch, &record.source_text_hash})
      out = out.followed_by(std::string_view(&key_separator, 1)).followed_by(*part);
    return out;
  }

  const Collection &collection_;
  int jobs_;
};

} // namespace

BaselineRows baseline_rows(const Collection &collection, int jobs) { return RowMaker(collection, jobs).rows(); }

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
    change.loop = loops.representative;
    if (change.is_regression)
      collection.findings.push_back(finding_of(change, loops.costliest_path, collection));
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
