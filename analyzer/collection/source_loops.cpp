#include "collection/source_loops.h"

#include "base/index.h"
#include "base/index_table.h"
#include "base/parallel.h"
#include "collection/loop_identity.h"
#include "collection/moved_in_order.h"
#include "report/report.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <span>

namespace osaca {

// Machine loops are grouped by their loop statement. The time of each is its count in the profile times the cycles of
// its likely paths.

namespace {

/// All paths through one loop of the machine code on one core.
struct MachineLoop {
  std::vector<int> paths; ///< indices into Collection::loops, the representative first
};

using Loops = BoxedVector<CollectedLoop>;

const KernelReport &report_at(const Loops &loops, int index) { return loops[at(index)].report; }

const KernelReport &representative_path(const Loops &loops, const MachineLoop &machine) {
  return report_at(loops, machine.paths.front());
}

/// The predicted cycles plus the mispredictions estimated from the same profile. In loops with data-dependent branches,
/// these are most of the time.
double cycles_with_mispredictions(const KernelReport &report) {
  const double wrong = report.mispredictions ? report.mispredictions->cycles().value_or(0) : 0;
  return report.cycles_per_iteration.to_double() + wrong;
}

/// The mean over the analysed paths, weighted by their probabilities; with equal weights if these are unknown.
double mean_cycles_of(const Loops &loops, const MachineLoop &machine) {
  double cycles = 0;
  double weights = 0;
  for (const int path : machine.paths) {
    const KernelReport &report = report_at(loops, path);
    const double weight = report.path_share ? report.path_share->probability : 1;
    cycles += weight * cycles_with_mispredictions(report);
    weights += weight;
  }
  return weights > 0 ? cycles / weights : cycles_with_mispredictions(representative_path(loops, machine));
}

bool is_counted(const KernelReport &report) { return report.frequency.source == LoopFrequency::Source::profile; }

/// Empty: the loop was not counted in a profile.
std::optional<double> counted_cycles_of(const Loops &loops, const MachineLoop &machine) {
  const KernelReport &report = representative_path(loops, machine);
  if (!is_counted(report))
    return std::nullopt;
  return report.frequency.iterations * mean_cycles_of(loops, machine);
}

int rank_of(const LoopRole &role) {
  switch (role.kind) {
  case LoopRole::Kind::vector_body: return 0;
  case LoopRole::Kind::plain: return 1;
  case LoopRole::Kind::foreign: return 2;
  case LoopRole::Kind::remainder: return 3;
  case LoopRole::Kind::scalar_version: return 4;
  }
  return 5;
}

double sampled_share_of(const Loops &loops, const MachineLoop &machine) {
  const std::optional<SampledTime> &sampled = loops[at(machine.paths.front())].sampled;
  return sampled ? sampled->share : 0;
}

/// Orders two machine loops of one source loop and core; the first one becomes the representative. The criteria are, in
/// this order: samples, profile counts, the role, and the compiler's estimated iterations within one function.
bool is_more_representative(const Loops &loops, const MachineLoop &a, const MachineLoop &b) {
  if (sampled_share_of(loops, a) != sampled_share_of(loops, b))
    return sampled_share_of(loops, a) > sampled_share_of(loops, b);
  const auto cycles_a = counted_cycles_of(loops, a);
  const auto cycles_b = counted_cycles_of(loops, b);
  if (cycles_a.value_or(0) != cycles_b.value_or(0))
    return cycles_a.value_or(0) > cycles_b.value_or(0);
  const KernelReport &report_a = representative_path(loops, a);
  const KernelReport &report_b = representative_path(loops, b);
  if (rank_of(report_a.role) != rank_of(report_b.role))
    return rank_of(report_a.role) < rank_of(report_b.role);
  if (report_a.function != report_b.function)
    return false;
  if (report_a.frequency.iterations != report_b.frequency.iterations || report_a.name != report_b.name)
    return report_a.frequency.iterations > report_b.frequency.iterations;
  // The same loop of two objects. Which of them is linked is unknown, so that the slower one must not be hidden.
  return mean_cycles_of(loops, a) > mean_cycles_of(loops, b);
}

/// Per source iteration if that is known for all loops, else per machine iteration.
std::optional<CyclesSpan> span_of(const Loops &loops, const std::vector<int> &all) {
  if (all.size() < 2)
    return std::nullopt;
  CyclesSpan span;
  span.of_source_iterations = std::ranges::all_of(
      all, [&](int index) { return report_at(loops, index).cycles_per_source_iteration().has_value(); });
  for (std::size_t i = 1; i < all.size(); ++i) {
    const KernelReport &report = report_at(loops, all[i]);
    const Cycles cycles =
        span.of_source_iterations ? *report.cycles_per_source_iteration() : report.cycles_per_iteration;
    span.least = i == 1 || cycles < span.least ? cycles : span.least;
    span.most = i == 1 || span.most < cycles ? cycles : span.most;
  }
  return span;
}

struct CoreDraft {
  std::string arch;
  std::vector<MachineLoop> machines; ///< the representative first
};

std::size_t hash_of_source_loop(const KernelReport &report) {
  const std::hash<std::string_view> hash;
  if (report.source.known()) {
    const int written_line = report.written ? report.written->place.line : 0;
    return ((hash(report.source.file) * 31 + static_cast<std::size_t>(report.source.line)) * 31 +
            static_cast<std::size_t>(written_line)) *
               31 +
           static_cast<std::size_t>(report.part.number);
  }
  return hash(report.function) * 31 + hash(report.name);
}

/// Numbers the source loops from 0, in the order of the first loop of each.
class SourceLoopNumbers {
public:
  explicit SourceLoopNumbers(const Loops &loops) : loops_(loops), table_(loops.size()), of_loops_(loops.size()) {
    for (int i = 0; i < static_cast<int>(loops.size()); ++i)
      of_loops_[at(i)] = number(i);
  }

  /// By loop: the number of its source loop.
  [[nodiscard]] const std::vector<std::size_t> &of_loops() const { return of_loops_; }
  [[nodiscard]] std::size_t count() const { return count_; }

private:
  [[nodiscard]] bool is_same(int a, int b) const {
    return is_same_source_loop(report_at(loops_, a), report_at(loops_, b));
  }

  /// Loops are sorted by place, so most have the same source loop as the previous one.
  std::size_t number(int index) {
    if (index > 0 && is_same(index - 1, index))
      return of_loops_[at(index - 1)];
    const int first = table_.first_same(hash_of_source_loop(report_at(loops_, index)), index,
                                        [&](int other) { return is_same(other, index); });
    return first == index ? count_++ : of_loops_[at(first)];
  }

  const Loops &loops_;
  IndexTable table_;
  std::vector<std::size_t> of_loops_;
  std::size_t count_ = 0;
};

/// The loops of each source loop, in the order of the first loop of each.
class LoopsBySource {
public:
  explicit LoopsBySource(const Loops &loops) : loops_(loops.size()) {
    const SourceLoopNumbers numbers(loops);
    ends_.resize(numbers.count() + 1);
    for (const std::size_t number : numbers.of_loops())
      ++ends_[number + 1];
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    std::vector<std::size_t> next(ends_.begin(), ends_.end() - 1);
    for (std::size_t i = 0; i < loops.size(); ++i)
      loops_[next[numbers.of_loops()[i]]++] = static_cast<int>(i);
  }

  [[nodiscard]] std::size_t size() const { return ends_.size() - 1; }
  /// Indices into Collection::loops.
  [[nodiscard]] std::span<const int> operator[](std::size_t number) const {
    return std::span(loops_).subspan(ends_[number], ends_[number + 1] - ends_[number]);
  }

private:
  std::vector<int> loops_;
  std::vector<std::size_t> ends_; ///< of the previous source loop in `loops_`
};

/// Makes one source loop.
class SourceLoopMaker {
public:
  SourceLoopMaker(const Collection &collection, std::span<const int> loops) : collection_(collection) {
    for (const int loop : loops)
      add(loop);
    for (CoreDraft &core : cores_)
      choose_speakers(core.machines);
  }

  /// Its weight has a score, and the share of the samples if it was sampled.
  [[nodiscard]] SourceLoop source_loop() const {
    SourceLoop loop;
    for (const CoreDraft &core : cores_)
      loop.cores.push_back(on_core(core));
    const KernelReport &representative = report_at(loops(), loop.representative());
    if (representative.source.known())
      loop.where = representative.source;
    loop.function = representative.function;
    loop.name = representative.name;
    loop.frequency = frequency(representative);
    for (const LoopOnCore &core : loop.cores)
      loop.by_pragma = loop.by_pragma ||
                       std::ranges::any_of(core.loops, [&](int one) { return is_requested(report_at(loops(), one)); });
    if (const std::optional<double> share = sampled_share())
      loop.weight = {LoopWeight::Source::samples, *share, 0};
    loop.weight.score = guess();
    return loop;
  }

  /// Cycles of its machine loops in the profile; empty: it was not counted.
  [[nodiscard]] std::optional<double> counted_cycles() const {
    std::optional<double> sum;
    for (const MachineLoop &machine : first_core())
      if (const std::optional<double> cycles = counted_cycles_of(loops(), machine))
        sum = sum.value_or(0) + *cycles;
    return sum;
  }

  /// Describes the machine loops in the loops of `collection`.
  void describe_machine_loops(Collection &collection) const {
    for (const auto &[arch, machines] : cores_) {
      const bool is_sampled =
          std::ranges::any_of(machines, [&](const MachineLoop &machine) { return sampled_at(machine).has_value(); });
      for (const MachineLoop &machine : machines) {
        const std::optional<double> time = is_sampled ? share_of(machine) : counted_cycles_of(loops(), machine);
        for (const int path : machine.paths) {
          collection.loops[at(path)].machine_time = time;
          collection.loops[at(path)].represents_machine_loop = path == machine.paths.front();
        }
      }
    }
  }

private:
  [[nodiscard]] const Loops &loops() const { return collection_.loops; }

  std::vector<MachineLoop> &machines_of(const std::string &arch) {
    const auto found = std::ranges::lower_bound(cores_, arch, {}, &CoreDraft::arch);
    return found != cores_.end() && found->arch == arch ? found->machines : cores_.insert(found, {arch, {}})->machines;
  }

  void add(int index) {
    const KernelReport &report = report_at(loops(), index);
    std::vector<MachineLoop> &machines = machines_of(report.arch);
    const auto same = std::ranges::find_if(
        machines, [&](const MachineLoop &one) { return is_other_path_of(one.paths, loops(), report); });
    if (same == machines.end())
      machines.push_back({{index}});
    else
      same->paths.push_back(index);
  }

  void choose_speakers(std::vector<MachineLoop> &machines) const {
    for (MachineLoop &machine : machines)
      if (machine.paths.size() > 1) // sorting takes memory even for one
        std::ranges::stable_sort(machine.paths, [&](int a, int b) {
          return osaca::is_more_representative(report_at(loops(), a), report_at(loops(), b));
        });
    if (machines.size() > 1)
      std::ranges::stable_sort(
          machines, [&](const MachineLoop &a, const MachineLoop &b) { return is_more_representative(loops(), a, b); });
  }

  [[nodiscard]] bool is_requested(const KernelReport &report) const {
    return report.annotation >= 0 && collection_.annotated[at(report.annotation)].requested_by != RequestedBy::all;
  }

  /// All paths share the time of the machine loop.
  [[nodiscard]] const std::optional<SampledTime> &sampled_at(const MachineLoop &machine) const {
    return loops()[at(machine.paths.front())].sampled;
  }

  [[nodiscard]] std::optional<double> share_of(const MachineLoop &machine) const {
    return sampled_at(machine) ? std::optional(sampled_at(machine)->share) : std::nullopt;
  }

  [[nodiscard]] const std::vector<MachineLoop> &first_core() const { return cores_.front().machines; }

  [[nodiscard]] std::optional<double> sampled_share() const {
    std::optional<double> sum;
    for (const MachineLoop &machine : first_core())
      if (const std::optional<double> share = share_of(machine))
        sum = sum.value_or(0) + *share;
    return sum;
  }

  [[nodiscard]] double guess() const {
    double most = 0;
    const std::vector<MachineLoop> &machines = first_core();
    for (const MachineLoop &machine : machines)
      most = std::max(most, guessed_weight(representative_path(loops(), machine), static_cast<int>(machines.size())));
    return most;
  }

  [[nodiscard]] LoopOnCore on_core(const CoreDraft &draft) const {
    LoopOnCore core;
    core.arch = draft.arch;
    core.representative = draft.machines.front().paths.front();
    core.machine_loops = static_cast<int>(draft.machines.size());
    for (const MachineLoop &machine : draft.machines)
      core.loops.insert(core.loops.end(), machine.paths.begin(), machine.paths.end());
    std::ranges::sort(core.loops, [&](int a, int b) {
      return std::pair(a != core.representative, a) < std::pair(b != core.representative, b);
    });
    core.rest = span_of(loops(), core.loops);
    return core;
  }

  [[nodiscard]] LoopFrequency frequency(const KernelReport &representative) const {
    LoopFrequency out = representative.frequency;
    if (!is_counted(representative))
      return out;
    out.iterations = out.entries = 0;
    for (const MachineLoop &machine : first_core())
      if (const KernelReport &report = representative_path(loops(), machine);
          is_counted(report) && report.role.kind == representative.role.kind &&
          report.source_iterations == representative.source_iterations) {
        out.iterations += report.frequency.iterations;
        out.entries += report.frequency.entries;
      }
    return out;
  }

  const Collection &collection_;
  std::vector<CoreDraft> cores_; ///< sorted by name
};

bool is_sampled_loop(const SourceLoop &loop) { return loop.weight.source == LoopWeight::Source::samples; }

/// Loops get the share of all counted cycles. It says nothing about the share of samples, so the two are never mixed.
/// `cycles`: of each source loop; empty: not counted.
void add_shares_of_profile(std::vector<SourceLoop> &loops, const std::vector<std::optional<double>> &cycles) {
  double all_cycles = 0;
  for (const std::optional<double> &one : cycles)
    all_cycles += one.value_or(0);
  for (std::size_t i = 0; i < loops.size(); ++i)
    if (LoopWeight &weight = loops[i].weight; !weight.is_known() && cycles[i]) {
      weight.source = LoopWeight::Source::profile;
      weight.share = all_cycles > 0 ? *cycles[i] / all_cycles : 0;
    }
}

bool comes_before(const SourceLoop &a, const SourceLoop &b) {
  if (!a.weight.is_known() && !b.weight.is_known() && a.by_pragma != b.by_pragma)
    return a.by_pragma;
  return matters_before(a.weight, b.weight);
}

} // namespace

std::vector<int> SourceLoop::loops() const {
  std::vector<int> out;
  for (const LoopOnCore &core : cores)
    out.insert(out.end(), core.loops.begin(), core.loops.end());
  return out;
}

std::optional<double> SourceLoop::mean_trips(const Collection &collection) const {
  const int each = collection.loops[at(representative())].report.source_iterations.value_or(0);
  const std::optional<double> trips = frequency.mean_trips();
  return trips && each > 0 ? std::optional<double>(*trips * each) : std::nullopt;
}

Collection with_source_loops(Collection collection, int jobs) {
  const LoopsBySource by_source(collection.loops);
  std::vector<SourceLoop> loops(by_source.size());
  std::vector<std::optional<double>> cycles(by_source.size());
  for_each_index(jobs, by_source.size(), [&](int /*worker*/, std::size_t i) {
    const SourceLoopMaker maker(collection, by_source[i]);
    loops[i] = maker.source_loop();
    cycles[i] = maker.counted_cycles();
    maker.describe_machine_loops(collection);
  });
  if (!collection.samples && std::ranges::none_of(loops, is_sampled_loop))
    add_shares_of_profile(loops, cycles);
  collection.source_loops = moved_in_order(std::move(loops), comes_before);
  for_each_index(jobs, collection.source_loops.size(), [&](int /*worker*/, std::size_t i) {
    for (const LoopOnCore &core : collection.source_loops[i].cores)
      for (const int loop : core.loops)
        collection.loops[at(loop)].source_loop = static_cast<int>(i);
  });
  return collection;
}

} // namespace osaca
