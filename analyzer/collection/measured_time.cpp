#include "collection/measured_time.h"

#include "base/index.h"

#include <algorithm>
#include <cmath>

namespace osaca {

namespace {

using Kind = DifferenceCause::Kind;
using Paths = std::vector<const KernelReport *>;

constexpr double few_trips = 16; ///< if a run has more iterations than this, its beginning and end hardly matter

/// The mean of `figure` over all paths, weighted by their probabilities; of the first path if these are unknown.
template <class Figure> double mean_of(const Paths &paths, Figure &&figure) {
  double sum = 0;
  double known = 0;
  for (const KernelReport *path : paths)
    if (path->path_share && path->path_share->probability > 0) {
      sum += path->path_share->probability * figure(*path);
      known += path->path_share->probability;
    }
  return known > 0 ? sum / known : figure(*paths.front());
}

/// The likeliest path, for properties that have no mean.
const KernelReport &likely(const Paths &paths) {
  const auto share = [](const KernelReport *path) { return path->path_share ? path->path_share->probability : 0; };
  return **std::ranges::max_element(paths, {}, share);
}

double largest_bound_but_chains(const KernelReport &path) {
  double most = 0;
  for (const Bound &bound : path.bounds)
    if (bound.kind != BoundKind::loop_carried)
      most = std::max(most, bound.cycles.to_double());
  return most;
}

class Difference {
public:
  Difference(const Paths &paths, double measured, double samples, bool has_versions)
      : paths_(paths), likely_(likely(paths)), samples_(samples), has_versions_(has_versions),
        trips_(likely_.frequency.mean_trips()) {
    made_.measured_cycles = measured;
    made_.predicted_cycles =
        mean_of(paths, [](const KernelReport &path) { return path.cycles_per_iteration.to_double(); });
  }

  MeasuredDifference find() {
    const double measured = made_.measured_cycles;
    if (measured > made_.predicted_cycles * (1 + MeasuredDifference::tolerance))
      slower();
    else if (measured < made_.predicted_cycles * (1 - MeasuredDifference::tolerance))
      faster();
    else
      return made_;
    common();
    judge();
    return std::move(made_);
  }

private:
  [[nodiscard]] bool reaches(double cycles) const {
    return cycles >= made_.measured_cycles * (1 - MeasuredDifference::tolerance);
  }

  void add(Kind kind, std::optional<double> cycles = std::nullopt, const std::string &level = "") {
    made_.causes.push_back({kind, cycles, level});
  }

  void slower() {
    made_.verdict = MeasuredDifference::Verdict::slower;
    const double predicted = made_.predicted_cycles;
    const double wrong = mean_of(paths_, [](const KernelReport &path) {
      return path.mispredictions ? path.mispredictions->cycles().value_or(0) : 0;
    });
    const double begin = trips_ && *trips_ > 0 && *trips_ < few_trips
                             ? likely_.critical_path.cycles.to_double() / std::max(*trips_, 1.0)
                             : 0;
    const double time_besides_memory = wrong + begin;
    if (wrong > predicted * MeasuredDifference::tolerance)
      add(Kind::mispredictions, predicted + wrong);
    if (begin > predicted * MeasuredDifference::tolerance)
      add(Kind::few_iterations, predicted + begin);
    together_ = predicted + time_besides_memory;
    same_place();
    if (!reaches(together_))
      memory(time_besides_memory);
    if (likely_.placement && likely_.placement->known != CodePlacement::Known::address &&
        likely_.placement->most.to_double() > predicted * (1 + MeasuredDifference::tolerance)) {
      add(Kind::code_place, likely_.placement->most.to_double());
      together_ = std::max(together_, likely_.placement->most.to_double() + time_besides_memory);
    }
    // Causes with a negligible effect are omitted. The most plausible cause comes first.
    constexpr double least_part = 0.1;
    std::erase_if(made_.causes, [&](const DifferenceCause &cause) {
      return cause.cycles && *cause.cycles - predicted < least_part * (made_.measured_cycles - predicted);
    });
    std::ranges::stable_sort(made_.causes, std::ranges::greater{},
                             [](const DifferenceCause &cause) { return cause.cycles.value_or(0); });
  }

  void memory(double time_besides_memory) {
    if (likely_.mix.loads == 0)
      return;
    const MemoryLevelFigures *found = nullptr;
    if (likely_.memory) {
      const std::vector<MemoryLevelFigures> &levels = likely_.memory->levels;
      for (std::size_t level = at(likely_.memory->data_in.value_or(0)) + 1; level < levels.size(); ++level) {
        found = &levels[level];
        if (reaches(most_of(*found) + time_besides_memory))
          break;
      }
    }
    if (found != nullptr && most_of(*found) > made_.predicted_cycles * (1 + MeasuredDifference::tolerance)) {
      add(Kind::memory, most_of(*found), found->name);
      together_ = std::max(together_, most_of(*found) + time_besides_memory);
    }
    if (reaches(together_) || !could_be_misses())
      return;
    if (likely_.memory && std::ranges::any_of(likely_.memory->streams, [](const MemoryStream &stream) {
          return stream.reads && stream.kind == StreamKind::unknown;
        }))
      add(Kind::unknown_addresses);
    const bool all_levels_are_known =
        likely_.memory && !likely_.memory->levels.empty() && likely_.memory->levels.back().bytes == 0;
    if (!all_levels_are_known)
      add(Kind::memory);
  }

  /// An upper limit for the duration of a load that misses the TLB, on all cores with measurements in this project
  /// (dependent loads from memory take 400 cycles or less).
  [[nodiscard]] bool could_be_misses() const {
    constexpr double slowest_load_cycles = 1000;
    return made_.measured_cycles - made_.predicted_cycles <= slowest_load_cycles * likely_.mix.loads;
  }

  void same_place() {
    for (const KernelReport *path : paths_)
      for (const Finding &finding : path->findings) {
        if (finding.rule != "osaca-scattered-update")
          continue;
        if (const auto *updates = std::get_if<ScatteredUpdates>(&*finding.facts)) {
          add(Kind::same_place, updates->wait.to_double());
          together_ = std::max(together_, updates->wait.to_double());
        } else {
          add(Kind::same_place); // a report that was read from a file has only the text
        }
        return;
      }
  }

  static double most_of(const MemoryLevelFigures &level) {
    return level.most_cycles.value_or(level.cycles_per_iteration).to_double();
  }

  /// The part of the prediction that called functions take.
  static double cycles_in_calls(const KernelReport &path) {
    double sum = 0;
    for (const CalledFunction &function : path.calls)
      sum += function.cycles.value_or(Cycles(0)).to_double();
    return std::min(sum, path.cycles_per_iteration.to_double());
  }

  static bool has_calls_of_unknown_cost(const KernelReport &path) {
    int measured = 0; // they are not followed, but their cost is known
    for (const CalledFunction &function : path.calls)
      measured += function.status == CallStatus::measured ? function.calls : 0;
    return path.mix.calls > measured;
  }

  void faster() {
    made_.verdict = MeasuredDifference::Verdict::faster;
    together_ = made_.predicted_cycles;
    if (const double calls = mean_of(paths_, cycles_in_calls);
        calls > made_.predicted_cycles * MeasuredDifference::tolerance) {
      together_ = made_.predicted_cycles - calls;
      add(Kind::called_functions, together_);
    }
    const auto fastest = std::ranges::min_element(
        paths_, {}, [](const KernelReport *path) { return path->cycles_per_iteration.to_double(); });
    const double least = (*fastest)->cycles_per_iteration.to_double();
    if (least < made_.predicted_cycles * (1 - MeasuredDifference::tolerance)) {
      add(Kind::other_paths, least);
      together_ = std::min(together_, least);
    }
    if (likely_.bound_by == BoundKind::loop_carried && trips_ && *trips_ < few_trips) {
      const double others = largest_bound_but_chains(likely_);
      add(Kind::few_iterations, others);
      together_ = std::min(together_, others);
    }
  }

  void common() {
    if (likely_.role.reading == LoopRole::Reading::inner_loops_once)
      add(Kind::inner_loops);
    if (std::ranges::any_of(paths_, [](const KernelReport *path) { return has_calls_of_unknown_cost(*path); }))
      add(Kind::calls);
    else if (std::ranges::any_of(paths_, [](const KernelReport *path) { return !path->complete; }))
      add(Kind::unknown_code);
    constexpr double nearly_all = 0.9;
    const bool few_are_followed =
        likely_.path_share ? likely_.path_share->followed < nearly_all : likely_.paths_truncated;
    if (few_are_followed)
      add(Kind::other_paths);
    if (likely_.role.copies > 1 || has_versions_)
      add(Kind::shared_counts);
    constexpr double deviations = 2;
    const double gap = std::abs(made_.measured_cycles - made_.predicted_cycles);
    if (samples_ > 0 &&
        gap <= made_.measured_cycles * (MeasuredDifference::tolerance + deviations / std::sqrt(samples_)))
      add(Kind::few_samples);
  }

  void judge() {
    using Accounted = MeasuredDifference::Accounted;
    const bool is_slower = made_.verdict == MeasuredDifference::Verdict::slower;
    const bool is_reached =
        is_slower ? reaches(together_) : together_ <= made_.measured_cycles * (1 + MeasuredDifference::tolerance);
    const bool has_figure =
        std::ranges::any_of(made_.causes, [](const auto &cause) { return cause.cycles.has_value(); });
    const bool has_other = std::ranges::any_of(made_.causes, [](const auto &cause) { return !cause.cycles; });
    made_.accounted = is_reached && has_figure ? Accounted::fully
                      : has_other              ? Accounted::perhaps
                      : has_figure             ? Accounted::partly
                                               : Accounted::not_at_all;
  }

  const Paths &paths_;
  const KernelReport &likely_;
  double samples_;
  bool has_versions_;
  std::optional<double> trips_;
  double together_ = 0; ///< sum of the cycles of the causes with figures
  MeasuredDifference made_;
};

} // namespace

std::string_view name_of(DifferenceCause::Kind kind) {
  switch (kind) {
  case Kind::inner_loops: return "inner_loops";
  case Kind::calls: return "calls";
  case Kind::called_functions: return "called_functions";
  case Kind::unknown_code: return "unknown_code";
  case Kind::mispredictions: return "mispredictions";
  case Kind::few_iterations: return "few_iterations";
  case Kind::memory: return "memory";
  case Kind::same_place: return "same_place";
  case Kind::unknown_addresses: return "unknown_addresses";
  case Kind::other_paths: return "other_paths";
  case Kind::code_place: return "code_place";
  case Kind::shared_counts: return "shared_counts";
  case Kind::few_samples: return "few_samples";
  }
  return "";
}

std::string_view name_of(MeasuredDifference::Verdict verdict) {
  switch (verdict) {
  case MeasuredDifference::Verdict::as_predicted: return "as_predicted";
  case MeasuredDifference::Verdict::slower: return "slower";
  case MeasuredDifference::Verdict::faster: return "faster";
  }
  return "";
}

std::string_view name_of(MeasuredDifference::Accounted accounted) {
  switch (accounted) {
  case MeasuredDifference::Accounted::fully: return "fully";
  case MeasuredDifference::Accounted::perhaps: return "perhaps";
  case MeasuredDifference::Accounted::partly: return "partly";
  case MeasuredDifference::Accounted::not_at_all: return "not_at_all";
  }
  return "";
}

MeasuredDifference measured_difference(const std::vector<const KernelReport *> &paths, double measured_cycles,
                                       double samples, bool has_versions) {
  return Difference(paths, measured_cycles, samples, has_versions).find();
}

} // namespace osaca
