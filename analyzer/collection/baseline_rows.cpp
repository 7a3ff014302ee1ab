#include "collection/baseline.h"

#include "base/fingerprint.h"
#include "base/index.h"
#include "base/parallel.h"
#include "collection/loop_details.h"
#include "collection/loop_identity.h"
#include "collection/numbered_fingerprints.h"
#include "collection/text_ranks.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace osaca {

namespace {

/// The figures of all paths through one machine loop.
struct FiguresOfPaths {
  PathsOfLoop paths;
  LoopFigures figures;
  std::optional<UnknownPaths> unknown_paths = {};
};

/// Sums over the paths through a machine loop, weighted by their probabilities.
class SumOfPaths {
public:
  void add(const KernelReport &path, int loop) {
    const double share = path.path_share ? path.path_share->probability : 0;
    const double cycles = share * path.cycles_per_iteration.to_double();
    if (cycles > most_cycles_) {
      most_cycles_ = cycles;
      costliest_ = loop;
    }
    cycles_ += cycles;
    low_ += share * (path.uncertainty ? path.uncertainty->range.low : path.cycles_per_iteration).to_double();
    high_ += share * (path.uncertainty ? path.uncertainty->range.high : path.cycles_per_iteration).to_double();
    probability_ += share;
  }

  [[nodiscard]] bool is_known() const { return probability_ > 0; }
  [[nodiscard]] int costliest(int otherwise) const { return costliest_ < 0 ? otherwise : costliest_; }
  void set_mean(LoopFigures &figures) const {
    figures.cycles_per_iteration = Cycles::nearest(cycles_ / probability_);
    figures.range.reset();
    if (low_ < high_)
      figures.range = CyclesRange{Cycles::nearest(low_ / probability_), Cycles::nearest(high_ / probability_)};
  }

private:
  double cycles_ = 0;
  double low_ = 0;
  double high_ = 0;
  double most_cycles_ = 0;
  double probability_ = 0;
  int costliest_ = -1;
};

/// A row with the properties that order rows. The order is unique.
struct PlacedRow {
  PlaceRank place; ///< without a column
  std::string function;
  const SourceLoop *loop = nullptr;
  const LoopOnCore *core = nullptr;
};

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
        rows.records[i].id = ids.next(identity_of(rows.records[i], order[i])).text();
      }
    });
    return rows;
  }

private:
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
    const auto rank = [this](const PlacedRow &row) {
      const KernelReport &report = report_at(row.core->representative);
      const SourceLocation &written = report.written_at();
      return std::tuple<const PlaceRank &, const std::string &, const std::string &, int, int, int, const std::string &,
                        int>(row.place, row.function, written.file, written.line, written.column, report.part.number,
                             row.core->arch, row.core->representative);
    };
    std::ranges::sort(rows, [&](const PlacedRow &a, const PlacedRow &b) {
      return a.place != b.place ? a.place < b.place : rank(a) < rank(b);
    });
    return rows;
  }

  void fill(const PlacedRow &row, LoopRecord &record, LoopsOfRow &loops) const {
    const LoopOnCore &core = *row.core;
    record = record_of(collection_.loops[at(core.representative)]);
    record.function = row.function;
    record.path_number = 1;
    record.code_hash = code_hash_of(core.loops);
    record.figures_version = report_at(core.representative).figures_version;
    if (row.loop->weight.is_known())
      record.time_share = row.loop->weight.share;
    const std::vector<std::vector<int>> machine_loops = by_machine_loop(core);
    const FiguresOfPaths figures = figures_of(machine_loops.front());
    record.figures = figures.figures;
    record.unknown_paths = figures.unknown_paths;
    loops = {figures.paths, {}, core.loops};
    add_copies(machine_loops, record, loops);
  }

  /// The paths of each machine loop, its representative first; the representative machine loop first.
  [[nodiscard]] std::vector<std::vector<int>> by_machine_loop(const LoopOnCore &core) const {
    std::vector<std::vector<int>> machines;
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_function; // a loop may be in thousands of them
    for (const int loop : core.loops) {
      std::vector<std::size_t> &of_function = by_function[report_at(loop).function];
      const auto same = std::ranges::find_if(of_function, [&](std::size_t machine) {
        return is_other_path_of(machines[machine], collection_.loops, report_at(loop));
      });
      if (same != of_function.end()) {
        machines[*same].push_back(loop);
        continue;
      }
      of_function.push_back(machines.size());
      machines.push_back({loop});
    }
    for (std::vector<int> &paths : machines)
      std::ranges::stable_partition(paths,
                                    [&](int path) { return collection_.loops[at(path)].represents_machine_loop; });
    return machines;
  }

  /// The slowest main machine loop of each function, unless the representative is the only one.
  void add_copies(const std::vector<std::vector<int>> &machine_loops, LoopRecord &record, LoopsOfRow &loops) const {
    if (machine_loops.size() < 2)
      return;
    struct Slowest {
      FiguresOfPaths figures;
      const std::vector<int> *paths = nullptr;
    };
    std::map<std::string_view, Slowest> by_function;
    for (const std::vector<int> &paths : machine_loops) {
      if (report_at(paths.front()).role.is_secondary())
        continue;
      FiguresOfPaths figures = figures_of(paths);
      const auto [known, is_new] = by_function.try_emplace(report_at(paths.front()).function);
      if (is_new || compared_cycles(known->second.figures.figures, figures.figures).ratio() > 1)
        known->second = {std::move(figures), &paths};
    }
    if (by_function.size() == 1 && by_function.begin()->second.paths == &machine_loops.front())
      return;
    for (const auto &[function, slowest] : by_function) {
      record.copies.push_back({std::string(function), slowest.figures.figures, slowest.figures.unknown_paths,
                               code_hash_of(*slowest.paths)});
      loops.copies.push_back(slowest.figures.paths);
    }
  }

  /// The function in which the loop was written, if it contains code of the loop; else the first by name of the
  /// functions it was inlined into. The representative machine loop may change with every build.
  [[nodiscard]] std::string function_of_all(const LoopOnCore &core) const {
    const auto rank = [&](int loop) {
      return std::tuple<bool, const std::string &>(has_inlined_code(report_at(loop)), report_at(loop).function);
    };
    return report_at(std::ranges::min(core.loops, {}, rank)).function;
  }

  [[nodiscard]] std::string code_hash_of(const std::vector<int> &loops) const {
    std::set<Fingerprint> codes;
    for (const int loop : loops)
      codes.insert(code_of(report_at(loop)));
    std::string all;
    for (const Fingerprint &code : codes)
      all += code.text();
    return fingerprint_of(all).text();
  }

  /// Of the paths through one machine loop, the representative first: their mean and the costliest of them, or their
  /// range.
  [[nodiscard]] FiguresOfPaths figures_of(const std::vector<int> &paths) const {
    const int first = paths.front();
    const KernelReport &representative = report_at(first);
    FiguresOfPaths out{{first, first}, representative.figures(), {}};
    if (paths.size() < 2)
      return out;
    UnknownPaths unknown{static_cast<int>(paths.size()), representative.cycles_per_iteration};
    SumOfPaths sum;
    for (const int path : paths) {
      unknown.least_cycles = std::min(unknown.least_cycles, report_at(path).cycles_per_iteration);
      sum.add(report_at(path), path);
    }
    if (!representative.path_share || !sum.is_known()) {
      out.unknown_paths = unknown;
      return out;
    }
    out.paths.costliest = sum.costliest(first);
    sum.set_mean(out.figures);
    out.figures.bound_by = report_at(out.paths.costliest).bound_by;
    out.figures.paths_in_mean = unknown.count;
    return out;
  }

  [[nodiscard]] Fingerprint identity_of(const LoopRecord &record, const PlacedRow &row) const {
    const CollectedLoop &representative = collection_.loops[at(row.core->representative)];
    Fingerprint out = fingerprint_of(record.file);
    for (const std::string *part : {&record.function, &record.arch, &record.source_text_hash})
      out = out.followed_by(std::string_view(&key_separator, 1)).followed_by(*part);
    return with_origin(out, representative.report, representative.written_text);
  }

  const Collection &collection_;
  int jobs_;
};

} // namespace

BaselineRows baseline_rows(const Collection &collection, int jobs) { return RowMaker(collection, jobs).rows(); }

} // namespace osaca
