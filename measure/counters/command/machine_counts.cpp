#include "measure/counters/command/machine_counts.h"

#include "measure/commands/commands.h"
#include "measure/counters/counter_source.h"
#include "measure/counters/event_list.h"
#include "measure/counters/process_workload.h"
#include "measure/counters/walks/memory_stress.h"
#include "measure/file/measurement.h"
#include "measure/tables/subject.h"

#include "base/format.h"
#include "model/read/model_reader.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr double most_seconds_of_walks = 120;

/// Shows progress.
class ShownSource : public CounterSource {
public:
  explicit ShownSource(const ProgressLine &progress) : progress_(progress) {}
  Counted count(const std::vector<CounterEvent> &events, Workload &workload) override {
    progress_.show(++runs_, format_text("runs; now '{}'", workload.name()));
    return source_.count(events, workload);
  }

private:
  PerfEvents source_;
  const ProgressLine &progress_;
  std::size_t runs_ = 0;
};

class ShownTimes : public memory::MemoryBench {
public:
  ShownTimes(std::unique_ptr<MemoryBench> bench, const ProgressLine &progress)
      : bench_(std::move(bench)), progress_(progress) {}
  memory::WalkFigure time(const memory::Walk &walk) override {
    progress_.show(++walks_, "walks timed");
    return bench_->time(walk);
  }
  [[nodiscard]] std::int64_t most_bytes() const override { return bench_->most_bytes(); }
  [[nodiscard]] bool has_time() const override { return bench_->has_time(); }

private:
  std::unique_ptr<MemoryBench> bench_;
  const ProgressLine &progress_;
  std::size_t walks_ = 0;
};

/// Keeps this process on one CPU for its lifetime, so that clock and caches stay the same.
class OnOneCpu {
public:
  explicit OnOneCpu(const std::vector<int> &cpus) : cpus_(cpus) {
    if (!cpus_.empty())
      memory::stay_on(cpus_.front());
  }
  OnOneCpu(const OnOneCpu &) = delete;
  OnOneCpu &operator=(const OnOneCpu &) = delete;
  ~OnOneCpu() {
    if (!cpus_.empty())
      memory::use_all(cpus_);
  }

private:
  const std::vector<int> &cpus_;
};

/// The caches from a file that `osaca measure memory --overlay` wrote.
Expected<std::vector<memory::KnownCache>> measured_caches(const std::string &path) {
  std::vector<memory::KnownCache> caches;
  if (path.empty())
    return caches;
  OSACA_TRY(const auto text, read_table(path));
  const MemoryOverlayReading reading = read_memory_overlay(text, path);
  if (!reading.overlay)
    return reading.problems.empty() ? Error{"contains no memory section", {path, 0, 0}} : reading.problems.front();
  for (const MemoryLevel &level : reading.overlay->memory.levels)
    if (level.bytes > 0)
      caches.push_back({level.name, level.bytes, level.bytes});
  return caches;
}

bool is_wanted(const MachineCountsWish &wish, const std::string &stress) {
  return wish.stresses.empty() || std::ranges::find(wish.stresses, stress) != wish.stresses.end();
}

/// Walks take minutes, so they run only if an event of the processor can count them or the user requests them.
bool has_event_for_walks(const MachineCountsWish &wish, Workload &idle) {
  PerfEvents source;
  return !wish.stresses.empty() || std::ranges::any_of(wish.events, [&](const CounterEvent &event) {
    return event.type != software_event_type && counts_in(source.count({event}, idle)) != nullptr;
  });
}

std::optional<Error> add_walks(MachineStress &stress, const MachineCountsWish &wish,
                               const memory::MachineMemory &machine, const ProgressLine &progress) {
  if (!has_event_for_walks(wish, *stress.idle)) {
    complain("the workloads for caches and memory are left out: no event of the processor can be counted here");
    return std::nullopt;
  }
  OSACA_TRY(const auto measured, measured_caches(wish.memory_file));
  StressedLevels levels = stressed_levels(machine, measured);
  const auto is_unwanted = [&](const auto &one) { return !is_wanted(wish, one.level) && one.level.size() <= 3; };
  levels.levels.erase(std::remove_if(levels.levels.begin(), levels.levels.end(), is_unwanted), levels.levels.end());
  levels.left_out.erase(std::remove_if(levels.left_out.begin(), levels.left_out.end(), is_unwanted),
                        levels.left_out.end());
  auto bench = memory::make_memory_bench({machine.available_bytes / 2, most_seconds_of_walks, false});
  if (!bench) { // pages are counted nevertheless
    complain("the workloads for caches and memory are left out: " + bench.error().message);
    return std::nullopt;
  }
  ShownTimes shown(std::move(bench).value(), progress);
  MemoryStress walks = memory_stress(levels, shown);
  for (const std::string &one : walks.left_out)
    complain("left out: " + one);
  std::move(walks.runs.begin(), walks.runs.end(), std::back_inserter(stress.runs));
  stress.chases = std::move(walks.chases);
  return std::nullopt;
}

} // namespace

const std::vector<std::string> &all_stresses() {
  static const std::vector<std::string> names = {"pages", "L1", "L2", "L3", "MEM"};
  return names;
}

Expected<CounterRecording> counted_here(const MachineCountsWish &wish) {
  const memory::MachineMemory machine = memory::machine_memory();
  const OnOneCpu pinned(machine.cpus);
  MachineStress stress;
  stress.idle = idle_workload();
  for (StressRun &run : page_stress())
    if (run.facts.resource.empty() || is_wanted(wish, "pages"))
      stress.runs.push_back(std::move(run));
  CountedMachine counted;
  {
    const ProgressLine progress;
    const bool wants_walks = wish.stresses.empty() || wish.stresses != std::vector<std::string>{"pages"};
    if (const auto problem = wants_walks ? add_walks(stress, wish, machine, progress) : std::nullopt)
      return *problem;
    ShownSource source(progress);
    counted = count_machine(source, wish.events, stress);
  }
  for (const std::string &note : counted.notes)
    complain(note);
  if (counted.recording.matrix.events.empty())
    return Error{"no event can be counted on this machine"};
  const MeasuredMachine facts = machine_facts();
  counted.recording.machine = format_text("{}, {}", facts.cpu, facts.date);
  counted.recording.source = "osaca measure counters";
  return std::move(counted.recording);
}

} // namespace osaca::measure
