#include "collection/source_loops.h"

#include "base/index.h"
#include "collection/loop_identity.h"
#include "report/report.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <unordered_map>

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
  if (report_a.function == report_b.function)
    return report_a.frequency.iterations > report_b.frequency.iterations;
  return false;
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

struct Draft {
  SourceLoop loop;
  std::vector<CoreDraft> cores; ///< sorted by name

  std::vector<MachineLoop> &machines_of(const std::string &arch) {
    const auto found = std::ranges::lower_bound(cores, arch, {}, &CoreDraft::arch);
    return found != cores.end() && found->arch == arch ? found->machines : cores.insert(found, {arch, {}})->machines;
  }
};

/// Whether both are generated from the same loop of the source.
bool is_same_source_loop(const KernelReport &a, const KernelReport &b) {
  if (a.source.known() || b.source.known())
    return a.source == b.source;
  return a.input.file == b.input.file && a.function == b.function && a.name == b.name;
}

std::size_t hash_of_source_loop(const KernelReport &report) {
  const std::hash<std::string_view> hash;
  if (report.source.known())
    return hash(report.source.file) * 31 + static_cast<std::size_t>(report.source.line);
  return hash(report.function) * 31 + hash(report.name);
}

/// Numbers the source loops from 0, in the order of the first loop of each.
class SourceLoopNumbers {
public:
  explicit SourceLoopNumbers(const Loops &loops)
      : loops_(loops), numbers_(0, Hash{&loops}, Same{&loops}), last_(-1), last_number_(0) {}

  /// Loops are sorted by place, so most have the same source loop as the previous one.
  std::size_t number_of(int index) {
    if (last_ < 0 || !is_same_source_loop(report_at(loops_, last_), report_at(loops_, index)))
      last_number_ = numbers_.try_emplace(index, numbers_.size()).first->second;
    last_ = index;
    return last_number_;
  }

private:
  struct Hash {
    const Loops *loops;
    std::size_t operator()(int index) const { return hash_of_source_loop(report_at(*loops, index)); }
  };
  struct Same {
    const Loops *loops;
    bool operator()(int a, int b) const { return is_same_source_loop(report_at(*loops, a), report_at(*loops, b)); }
  };

  const Loops &loops_;
  std::unordered_map<int, std::size_t, Hash, Same> numbers_; ///< by the first loop of each
  int last_;
  std::size_t last_number_;
};

class SourceLoops {
public:
  explicit SourceLoops(const Collection &collection) : collection_(collection), numbers_(collection.loops) {
    for (std::size_t i = 0; i < collection.loops.size(); ++i)
      add(static_cast<int>(i));
    for (Draft &draft : drafts_)
      choose_speakers(draft);
  }

  [[nodiscard]] std::vector<std::optional<double>> times() const {
    std::vector<std::optional<double>> times(loops().size());
    for (const Draft &draft : drafts_)
      for (const auto &[arch, machines] : draft.cores) {
        const bool is_sampled =
            std::ranges::any_of(machines, [&](const MachineLoop &machine) { return sampled_at(machine).has_value(); });
        for (const MachineLoop &machine : machines)
          for (const int path : machine.paths)
            times[at(path)] = is_sampled ? share_of(machine) : counted_cycles_of(loops(), machine);
      }
    return times;
  }

  [[nodiscard]] std::vector<bool> represents() const {
    std::vector<bool> represents(loops().size(), false);
    for (const Draft &draft : drafts_)
      for (const auto &[arch, machines] : draft.cores)
        for (const MachineLoop &machine : machines)
          represents[at(machine.paths.front())] = true;
    return represents;
  }

  /// Leaves no drafts.
  std::vector<SourceLoop> ordered() {
    std::vector<double> cycles;
    double all_cycles = 0;
    for (const Draft &draft : drafts_) {
      cycles.push_back(counted_cycles(draft).value_or(-1));
      all_cycles += std::max(0.0, cycles.back());
    }
    for (std::size_t i = 0; i < drafts_.size(); ++i) {
      Draft &draft = drafts_[i];
      finish(draft);
      if (const std::optional<double> share = sampled_share(draft))
        draft.loop.weight = {LoopWeight::Source::samples, *share, 0};
      else if (cycles[i] >= 0)
        draft.loop.weight = {LoopWeight::Source::profile, all_cycles > 0 ? cycles[i] / all_cycles : 0, 0};
      draft.loop.weight.score = guess_of(draft);
    }
    std::vector<SourceLoop *> order;
    for (Draft &draft : drafts_)
      order.push_back(&draft.loop);
    std::ranges::stable_sort(order, [](const SourceLoop *a, const SourceLoop *b) {
      if (!a->weight.is_known() && !b->weight.is_known() && a->by_pragma != b->by_pragma)
        return a->by_pragma;
      return matters_before(a->weight, b->weight);
    });
    std::vector<SourceLoop> out;
    out.reserve(order.size());
    for (SourceLoop *loop : order)
      out.push_back(std::move(*loop));
    return out;
  }

private:
  [[nodiscard]] const Loops &loops() const { return collection_.loops; }

  void add(int index) {
    const KernelReport &report = report_at(loops(), index);
    const std::size_t number = numbers_.number_of(index);
    if (number == drafts_.size()) {
      drafts_.emplace_back();
      if (report.source.known())
        drafts_.back().loop.where = report.source;
    }
    Draft &draft = drafts_[number];
    draft.loop.by_pragma = draft.loop.by_pragma || is_requested(report);
    std::vector<MachineLoop> &machines = draft.machines_of(report.arch);
    const auto same = std::ranges::find_if(machines, [&](const MachineLoop &one) {
      return is_same_machine_loop(representative_path(loops(), one), report);
    });
    if (same == machines.end())
      machines.push_back({{index}});
    else
      same->paths.push_back(index);
  }

  [[nodiscard]] bool is_requested(const KernelReport &report) const {
    return report.annotation >= 0 && collection_.annotated[at(report.annotation)].requested_by != RequestedBy::all;
  }

  void choose_speakers(Draft &draft) const {
    for (auto &[arch, machines] : draft.cores) {
      for (MachineLoop &machine : machines)
        std::ranges::stable_sort(machine.paths, [&](int a, int b) {
          return osaca::is_more_representative(report_at(loops(), a), report_at(loops(), b));
        });
      std::ranges::stable_sort(
          machines, [&](const MachineLoop &a, const MachineLoop &b) { return is_more_representative(loops(), a, b); });
    }
  }

  /// All paths share the time of the machine loop.
  [[nodiscard]] const std::optional<SampledTime> &sampled_at(const MachineLoop &machine) const {
    return loops()[at(machine.paths.front())].sampled;
  }

  [[nodiscard]] std::optional<double> share_of(const MachineLoop &machine) const {
    return sampled_at(machine) ? std::optional(sampled_at(machine)->share) : std::nullopt;
  }

  static const std::vector<MachineLoop> &first_core(const Draft &draft) { return draft.cores.front().machines; }

  [[nodiscard]] std::optional<double> counted_cycles(const Draft &draft) const {
    std::optional<double> sum;
    for (const MachineLoop &machine : first_core(draft))
      if (const std::optional<double> cycles = counted_cycles_of(loops(), machine))
        sum = sum.value_or(0) + *cycles;
    return sum;
  }

  [[nodiscard]] std::optional<double> sampled_share(const Draft &draft) const {
    std::optional<double> sum;
    for (const MachineLoop &machine : first_core(draft))
      if (const std::optional<double> share = share_of(machine))
        sum = sum.value_or(0) + *share;
    return sum;
  }

  [[nodiscard]] double guess_of(const Draft &draft) const {
    double most = 0;
    const std::vector<MachineLoop> &machines = first_core(draft);
    for (const MachineLoop &machine : machines)
      most = std::max(most, guessed_weight(representative_path(loops(), machine), static_cast<int>(machines.size())));
    return most;
  }

  void finish(Draft &draft) const {
    SourceLoop &loop = draft.loop;
    for (const auto &[arch, machines] : draft.cores) {
      LoopOnCore core;
      core.arch = arch;
      core.representative = machines.front().paths.front();
      core.machine_loops = static_cast<int>(machines.size());
      for (const MachineLoop &machine : machines)
        core.loops.insert(core.loops.end(), machine.paths.begin(), machine.paths.end());
      std::ranges::sort(core.loops, [&](int a, int b) {
        return std::pair(a != core.representative, a) < std::pair(b != core.representative, b);
      });
      core.rest = span_of(loops(), core.loops);
      loop.cores.push_back(std::move(core));
    }
    const KernelReport &representative = report_at(loops(), loop.representative());
    loop.function = representative.function;
    loop.name = representative.name;
    loop.frequency = representative.frequency;
    if (!is_counted(representative))
      return;
    loop.frequency.iterations = loop.frequency.entries = 0;
    for (const MachineLoop &machine : first_core(draft))
      if (const KernelReport &report = representative_path(loops(), machine);
          is_counted(report) && report.role.kind == representative.role.kind &&
          report.source_iterations == representative.source_iterations) {
        loop.frequency.iterations += report.frequency.iterations;
        loop.frequency.entries += report.frequency.entries;
      }
  }

  const Collection &collection_;
  SourceLoopNumbers numbers_;
  std::deque<Draft> drafts_;
};

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

std::vector<SourceLoop> source_loops(const Collection &collection) { return SourceLoops(collection).ordered(); }

SourceAndMachineLoops source_and_machine_loops(const Collection &collection) {
  SourceLoops loops(collection);
  SourceAndMachineLoops out;
  out.times = loops.times();
  out.represents = loops.represents();
  out.source_loops = loops.ordered();
  return out;
}

std::vector<int> source_loop_of_each(const Collection &collection, const std::vector<SourceLoop> &loops) {
  std::vector<int> out(collection.loops.size(), -1);
  for (std::size_t i = 0; i < loops.size(); ++i)
    for (const int loop : loops[i].loops())
      out[at(loop)] = static_cast<int>(i);
  return out;
}

} // namespace osaca
