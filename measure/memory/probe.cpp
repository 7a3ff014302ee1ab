#include "measure/memory/probe.h"

#include "base/format.h"
#include "measure/core_probes/probe_finding.h"
#include "measure/file/measurement_file.h"
#include "measure/file/number_text.h"
#include "measure/harness/machine_memory.h"
#include "measure/harness/samples.h"
#include "measure/harness/stopwatch.h"
#include "measure/isa/instruction_screen.h"
#include "measure/memory/walk.h"
#include "measure/memory/walk_code.h"

#include <algorithm>
#include <array>

namespace osaca::measure::memory {

namespace {

constexpr std::int64_t large = 64 << 20; // memory of this size takes longer to prepare than to measure
constexpr double most_stolen = 0.02;     // of a run's time; above it the run is discarded
constexpr int attempts = 3;
constexpr double agreeing = 0.1; // spread of the fastest runs

/// Times walks on this machine.
class TimingBench : public MemoryBench {
public:
  TimingBench(TimedFrame frame, const BenchSettings &settings)
      : frame_(std::move(frame)), settings_(settings), ns_per_tick_(ns_per_clock_tick()) {}

  WalkFigure time(const Walk &walk) override {
    WalkFigure figure;
    if (span_bytes(walk) > settings_.most_bytes) {
      figure.cycles = {Status::too_many_pages, 0, 0, "needs more memory than this machine can spare"};
      return figure;
    }
    const Expected<CodedWalk> ready = coded(walk, this_processor_has_avx(), fresh_seed());
    if (!ready) {
      figure.cycles = {Status::unreadable_assembly, 0, 0, ready.error().message};
      return figure;
    }
    std::vector<double> ticks_per_cycle;
    bool is_stolen = false;
    const Run run = [&](std::size_t) {
      TimedRun timed = undisturbed_run(ready->task, is_stolen);
      note(timed, figure, ticks_per_cycle);
      return CountedRun{std::move(timed), {ready->shorter_steps, ready->longer_steps, 0}};
    };
    figure.cycles = repeated_measurement(run, repetition_of(walk), core_);
    figure.ns_per_cycle = median(ticks_per_cycle) * ns_per_tick_;
    // Each process has other physical pages, so shared caches and memory differ more between runs than a core.
    if (figure.cycles.status == Status::unstable && figure.cycles.detail.empty() && figure.cycles.spread <= agreeing)
      figure.cycles.status = Status::ok;
    if (is_stolen && figure.cycles.status == Status::ok)
      figure.cycles.status = Status::unstable;
    return figure;
  }

  [[nodiscard]] std::int64_t most_bytes() const override { return settings_.most_bytes; }
  [[nodiscard]] bool has_time() const override { return watch_.seconds() < settings_.seconds; }

private:
  /// The time stamp counter continues while the host gives our core to others, so runs with stolen time are repeated.
  TimedRun undisturbed_run(const TimedTask &task, bool &is_stolen) const {
    TimedRun timed;
    for (int i = 0; i < attempts; ++i) {
      const double stolen = stolen_seconds();
      const Stopwatch watch;
      timed = run_timed(frame_, task);
      is_stolen = stolen_seconds() - stolen > most_stolen * watch.seconds();
      if (!is_stolen)
        break;
    }
    return timed;
  }

  static void note(const TimedRun &timed, WalkFigure &figure, std::vector<double> &ticks_per_cycle) {
    std::vector<double> chains;
    for (const Sample &sample : timed.samples)
      chains.push_back((static_cast<double>(sample.calibration_ticks) - timed.clock_overhead_ticks) /
                       static_cast<double>(calibration_cycles));
    if (!chains.empty())
      ticks_per_cycle.push_back(median(std::move(chains)));
    if (timed.region_bytes > huge_page_bytes_of_cells)
      figure.huge_share =
          static_cast<double>(timed.huge_bytes) / static_cast<double>(timed.region_bytes - huge_page_bytes_of_cells);
  }

  [[nodiscard]] RepetitionPolicy repetition_of(const Walk &walk) const {
    if (span_bytes(walk) >= large)
      return {settings_.is_quick ? 1 : 2, 0, 0};
    return {settings_.is_quick ? 2 : 3, settings_.is_quick ? 0.1 : 0.3, 0};
  }

  TimedFrame frame_;
  BenchSettings settings_;
  double ns_per_tick_;
  CalmCore core_;
  Stopwatch watch_;
};

} // namespace

Expected<std::unique_ptr<MemoryBench>> make_memory_bench(const BenchSettings &settings) {
  OSACA_TRY(TimedFrame frame, make_frame({this_processor_has_avx(), false}));
  return std::unique_ptr<MemoryBench>(std::make_unique<TimingBench>(std::move(frame), settings));
}

std::span<const MemoryProbe> all_probes() {
  static constexpr std::array<MemoryProbe, 8> probes = {{
      {"sizes", "sizes of the caches, as reported by the system and as measured", probe_sizes},
      {"latency", "latency of loads, with the data in each level", probe_latency},
      {"bandwidth", "reading, writing and copying of arrays, with the data in each level", probe_bandwidth},
      {"translations", "cost of address translation for accesses to many pages", probe_translations},
      {"misses", "number of lines that one core can request at the same time", probe_misses},
      {"prefetch", "ordered accesses compared with random ones", probe_prefetch},
      {"patterns", "steps that use only some banks of a cache, and stores that return to a line", probe_patterns},
      {"team", "bandwidth of all cores, latency under load, and transfers between cores", probe_team},
  }};
  return probes;
}

Walk scattered_chase(std::int64_t bytes) {
  constexpr std::int64_t small_block = 512 << 10; // contains several pages, and more than prefetchers track
  Walk walk;
  walk.bytes = bytes;
  walk.step_bytes = 2 * line_bytes;
  walk.block_bytes = small_block;
  return walk;
}

ProbeFinding make_finding(std::string name, std::string unit, double value, std::string concluded) {
  ProbeFinding made;
  made.name = std::move(name);
  made.unit = std::move(unit);
  made.value = value;
  made.concluded = std::move(concluded);
  return made;
}

ProbeFinding make_undetermined(std::string name, std::string unit, std::string why) {
  ProbeFinding made;
  made.name = std::move(name);
  made.unit = std::move(unit);
  made.concluded = std::move(why);
  return made;
}

ProbeFinding cycles_of(std::string name, const WalkFigure &figure, const std::string &how) {
  if (!figure.is_there())
    return make_undetermined(std::move(name), "cycles",
                             std::string(name_of(figure.cycles.status)) +
                                 (figure.cycles.detail.empty() ? "" : ": " + figure.cycles.detail));
  ProbeFinding made = make_finding(std::move(name), "cycles", figure.cycles.cycles, how);
  made.spread = figure.cycles.spread;
  made.is_unstable = figure.is_disturbed();
  return made;
}

std::string bytes_text(std::int64_t bytes) {
  constexpr std::array<const char *, 4> units = {"bytes", "KiB", "MiB", "GiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < units.size(); ++unit)
    value /= 1024;
  const bool is_whole = value == static_cast<double>(static_cast<std::int64_t>(value));
  return format_text("{} {}", decimal(value, is_whole || value >= 100 ? 0 : 1), units[unit]);
}

Curve curve_of(const SizeCurve &points, const char *y) {
  Curve curve = {"KiB", y, {}};
  for (const SizePoint &point : points)
    curve.points.push_back({static_cast<int>(point.bytes >> 10U), point.cycles});
  return curve;
}

namespace {

constexpr std::size_t name_width = 40;
constexpr std::size_t value_width = 18;

std::string padded(std::string text, std::size_t width) {
  text.append(text.size() < width ? width - text.size() : 1, ' ');
  return text;
}

std::string row(const ProbeFinding &finding) {
  const bool is_size = finding.value && finding.unit == "bytes";
  const std::string value =
      is_size ? bytes_text(static_cast<std::int64_t>(*finding.value)) : core_probes::value_text(finding);
  return format_text("  {}{}{}{}\n", padded(finding.name, name_width), padded(value, value_width),
                     finding.is_unstable ? "(unstable) " : "", finding.concluded);
}

} // namespace

std::string findings_yaml(const MeasuredMachine &machine, const std::vector<ProbeResult> &results) {
  std::string out = yaml_head("osaca-memory-findings-1", machine) + "findings:\n";
  for (const ProbeResult &result : results)
    for (const ProbeFinding &finding : result.found)
      out += core_probes::finding_yaml(finding);
  return out;
}

std::string findings_text(const std::vector<ProbeResult> &results) {
  std::string out;
  for (const ProbeResult &result : results) {
    out += format_text("{}: {}\n", result.probe->name, result.probe->about);
    for (const ProbeFinding &finding : result.found)
      out += row(finding);
  }
  return out;
}

} // namespace osaca::measure::memory
