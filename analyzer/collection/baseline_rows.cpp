#include "collection/baseline_rows.h"

#include "base/fingerprint.h"
#include "base/index.h"
#include "collection/loop_identity.h"
#include "collection/machine_code.h"
#include "collection/source_loops.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace osaca {
namespace {

class RowMaker {
public:
  explicit RowMaker(const Collection &collection) : collection_(collection) {}

  std::vector<BaselineRow> rows() {
    std::vector<BaselineRow> rows;
    for (const SourceLoop &loop : source_loops(collection_))
      for (const LoopOnCore &core : loop.cores)
        rows.push_back(row_of(loop, core));
    const auto rank = [](const BaselineRow &row) {
      return std::tuple(row.record.file, row.record.line, row.record.function, row.record.arch, row.loop);
    };
    std::ranges::stable_sort(rows, {}, rank);
    std::map<std::string, int> ordinals;
    for (BaselineRow &row : rows)
      row.record.id = id_of(row.record, ordinals);
    return rows;
  }

private:
  [[nodiscard]] const KernelReport &report_at(int loop) const { return collection_.loops[at(loop)].report; }

  BaselineRow row_of(const SourceLoop &loop, const LoopOnCore &core) const {
    BaselineRow row;
    row.loop = core.speaker;
    row.costliest_path = core.speaker;
    row.loops = core.loops;
    row.record = collection_.loops[at(core.speaker)].record;
    row.record.function = function_of_all(core);
    row.record.path_number = 1;
    row.record.code_hash = code_hash_of_all(core);
    row.record.figures_version = report_at(core.speaker).figures_version;
    if (loop.weight.is_known())
      row.record.time_share = loop.weight.share;
    summarise_paths(core, row);
    return row;
  }

  /// The function that the loop was written in, if there is code of it there; else the first by name of those that it
  /// was inlined into. Which of them speaks may change with every build.
  [[nodiscard]] std::string function_of_all(const LoopOnCore &core) const {
    const auto is_inlined = [](const KernelReport &report) {
      return std::ranges::any_of(report.instructions,
                                 [](const InstructionLine &line) { return !line.inlined_at.empty(); });
    };
    const auto rank = [&](int loop) { return std::tuple(is_inlined(report_at(loop)), report_at(loop).function); };
    return report_at(std::ranges::min(core.loops, {}, rank)).function;
  }

  [[nodiscard]] std::string code_hash_of_all(const LoopOnCore &core) const {
    std::set<std::string> hashes;
    for (const int loop : core.loops)
      hashes.insert(code_hash_of(report_at(loop)));
    std::string all;
    for (const std::string &hash : hashes)
      all += hash;
    return fingerprint_of(all);
  }

  /// The paths of the machine loop that speaks: their mean and the costliest of them, or how far apart they are.
  void summarise_paths(const LoopOnCore &core, BaselineRow &row) const {
    const KernelReport &speaker = report_at(core.speaker);
    const std::string machine_loop = key_of_machine_loop(speaker);
    UnknownPaths paths{0, speaker.cycles_per_iteration};
    double cycles = 0;
    double most_cycles = 0;
    double probability = 0;
    int costliest = core.speaker;
    for (const int loop : core.loops) {
      const KernelReport &path = report_at(loop);
      if (key_of_machine_loop(path) != machine_loop)
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
      probability += share;
    }
    if (paths.count < 2)
      return;
    if (!speaker.path_share || probability <= 0) {
      row.record.unknown_paths = paths;
      return;
    }
    row.costliest_path = costliest;
    LoopFigures &figures = row.record.figures;
    figures.cycles_per_iteration = Cycles::nearest(cycles / probability);
    figures.bound_by = report_at(costliest).bound_by;
    figures.paths_in_mean = paths.count;
  }

  static std::string id_of(const LoopRecord &record, std::map<std::string, int> &ordinals) {
    const std::string key = record.file + key_separator + record.function + key_separator + record.arch +
                            key_separator + record.source_text_hash;
    return fingerprint_of(key + key_separator + std::to_string(ordinals[key]++));
  }

  const Collection &collection_;
};

} // namespace

std::vector<BaselineRow> baseline_rows(const Collection &collection) { return RowMaker(collection).rows(); }

} // namespace osaca
