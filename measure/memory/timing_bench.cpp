#include "measure/memory/memory_bench.h"

#include "measure/harness/machine_memory.h"
#include "measure/harness/samples.h"
#include "measure/harness/stopwatch.h"
#include "measure/isa/instruction_screen.h"
#include "measure/memory/random_cycle.h"
#include "measure/memory/walk_code.h"

#include <algorithm>

namespace osaca::measure::memory {
namespace {

constexpr std::int64_t large = 64 << 20; // whose memory takes longer to prepare than to measure
constexpr double most_stolen = 0.02;     // of a run's time, before it is void
constexpr int attempts = 3;
constexpr double agreeing = 0.1; // of the fastest runs

/// Times walks on this machine.
class TimingBench : public MemoryBench {
public:
  TimingBench(TimedFrame frame, const BenchSettings &settings)
      : frame_(std::move(frame)), settings_(settings), ns_per_tick_(ns_per_clock_tick()) {}

  WalkFigure time(const Walk &walk) override {
    WalkFigure figure;
    if (span_bytes(walk) > settings_.most_bytes) {
      figure.cycles = {Status::too_many_pages, 0, 0, "more memory than this machine has to spare"};
      return figure;
    }
    const Expected<CodedWalk> ready = coded(walk, this_processor_has_avx(), fresh_seed());
    if (!ready) {
      figure.cycles = {Status::unreadable_assembly, 0, 0, ready.error().message};
      return figure;
    }
    std::vector<double> ticks_per_cycle;
    bool is_stolen = false;
    const Run run = [&] {
      TimedRun timed = undisturbed_run(ready->task, is_stolen);
      note(timed, figure, ticks_per_cycle);
      return timed;
    };
    figure.cycles =
        repeated_measurement(run, {ready->shorter_steps, ready->longer_steps, 0}, repetition_of(walk), core_);
    figure.ns_per_cycle = median(ticks_per_cycle) * ns_per_tick_;
    // Each process has other pages: of what is shared with others, runs differ more than of a core.
    if (figure.cycles.status == Status::unstable && figure.cycles.detail.empty() && figure.cycles.spread <= agreeing)
      figure.cycles.status = Status::ok;
    if (is_stolen && figure.cycles.status == Status::ok)
      figure.cycles.status = Status::unstable;
    return figure;
  }

  [[nodiscard]] std::int64_t most_bytes() const override { return settings_.most_bytes; }
  [[nodiscard]] bool has_time() const override { return watch_.seconds() < settings_.seconds; }

private:
  /// While the host gives our core to others, the time stamp counter goes on.
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

  [[nodiscard]] Repetition repetition_of(const Walk &walk) const {
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
  Expected<TimedFrame> frame = make_frame({this_processor_has_avx(), false});
  if (!frame)
    return frame.error();
  return std::unique_ptr<MemoryBench>(std::make_unique<TimingBench>(std::move(frame).value(), settings));
}

} // namespace osaca::measure::memory
