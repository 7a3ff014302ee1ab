#include "measure/harness/benchmark_timer.h"

#include "base/format.h"
#include "measure/file/number_text.h"
#include "measure/harness/samples.h"
#include "measure/isa/instruction_screen.h"

#include <algorithm>
#include <vector>

#if defined(__linux__)
#include <csignal>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace osaca::measure {
namespace {

constexpr double slowed = 0.85; // of the rate, because of other CPUs; free cores reach 0.95 of their no-op rate

#if defined(__linux__)

constexpr int test_runs = 5;

/// Executes independent additions forever.
[[noreturn]] void fill_the_core() {
  unsigned long a = 0;
  unsigned long b = 0;
  unsigned long c = 0;
  unsigned long d = 0;
  while (true)
    for (int i = 0; i < 16; ++i) {
      a += d;
      b += d;
      c += d;
      asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d)); // NOLINT: empty, but keeps the additions
    }
}

/// Processes that only compute, one on each CPU except this one, during the lifetime of the object.
class BusyCpus {
public:
  BusyCpus() {
    if (::sched_getaffinity(0, sizeof before_, &before_) != 0)
      return;
    const int here = ::sched_getcpu();
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (cpu != here && CPU_ISSET(static_cast<std::size_t>(cpu), &before_))
        start(cpu);
    if (here >= 0)
      stay_on(here);
  }
  BusyCpus(const BusyCpus &) = delete;
  BusyCpus &operator=(const BusyCpus &) = delete;
  ~BusyCpus() {
    for (const pid_t one : started_) {
      ::kill(one, SIGKILL);
      ::waitpid(one, nullptr, 0);
    }
    if (!started_.empty())
      ::sched_setaffinity(0, sizeof before_, &before_);
  }
  [[nodiscard]] bool any() const { return !started_.empty(); }

private:
  static void stay_on(int cpu) {
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<std::size_t>(cpu), &here);
    ::sched_setaffinity(0, sizeof here, &here);
  }

  void start(int cpu) {
    constexpr unsigned longest_seconds = 10; // in case the parent does not end it
    const pid_t child = ::fork();
    if (child == 0) {
      stay_on(cpu);
      ::alarm(longest_seconds);
      fill_the_core();
    }
    if (child > 0)
      started_.push_back(child);
  }

  cpu_set_t before_{};
  std::vector<pid_t> started_;
};

double best_rate(BenchmarkTimer &timer, double (BenchmarkTimer::*rate_now)()) {
  double best = 0;
  for (int i = 0; i < test_runs; ++i)
    best = std::max(best, (timer.*rate_now)());
  return best;
}

#endif

} // namespace

std::optional<CoreSharing> test_core_sharing(BenchmarkTimer &timer) {
#if defined(__linux__)
  CoreSharing found;
  found.quiet_rate = best_rate(timer, &BenchmarkTimer::canary_rate_now);
  found.no_ops_per_cycle = best_rate(timer, &BenchmarkTimer::no_ops_per_cycle_now);
  const BusyCpus others;
  if (others.any())
    found.busy_rate = best_rate(timer, &BenchmarkTimer::canary_rate_now);
  return found.quiet_rate > 0 ? std::optional(found) : std::nullopt;
#else
  (void)timer;
  return std::nullopt;
#endif
}

std::string sharing_warning(const CoreSharing &found, double known_no_ops_per_cycle) {
  if (found.no_ops_per_cycle > 0 && found.no_ops_per_cycle < slowed * known_no_ops_per_cycle)
    return format_text("another thread uses this core, here or in another guest: it executes {} no-ops per cycle "
                       "instead of {}. Figures will be too high; measure when the machine is idle",
                       decimal(found.no_ops_per_cycle, 1), decimal(known_no_ops_per_cycle, 1));
  if (found.busy_rate > 0 && found.busy_rate < slowed * found.quiet_rate)
    return format_text("other CPUs of this machine are threads of the same core: while they are busy, it executes {} "
                       "instructions per cycle instead of {}. Keep them idle while measuring",
                       decimal(found.busy_rate, 1), decimal(found.quiet_rate, 1));
  return "";
}

} // namespace osaca::measure
namespace osaca::measure {

namespace {

constexpr int short_instructions = 500; // more than any core keeps in flight: the steady state after these counts
constexpr double slow_cycles = 20000;   // of the short window; slower code is repeated less often
constexpr std::size_t whole_samples = 40;
constexpr std::size_t probe_samples = 10;
constexpr std::uint64_t stack_address = memory_address + 0x800;

std::vector<std::uint8_t> unrolled(const Benchmark &benchmark, int rounds) {
  std::vector<std::uint8_t> code = benchmark.beginning.bytes;
  for (int i = 0; i < rounds; ++i)
    for (const CodeSnippet &piece : benchmark.body)
      code.insert(code.end(), piece.bytes.begin(), piece.bytes.end());
  return code;
}

TimedTask benchmark_task(const Benchmark &benchmark, int rounds, std::size_t wanted_samples) {
  TimedTask task;
  GeneralRegisters general{};
  general.fill(memory_address);
  general[stack_pointer] = stack_address;
  task.short_window = {unrolled(benchmark, rounds), general};
  task.long_window = {unrolled(benchmark, 2 * rounds), general};
  task.fill_word = benchmark.values.memory_word;
  task.changes_memory = benchmark.changes_memory;
  task.wanted_samples = wanted_samples;
  return task;
}

Benchmark no_operation() {
  Benchmark made;
  made.body.push_back({"nop", {0x90}});
  made.instructions = 1;
  return made;
}

/// The number of rounds of a window that is long enough for the steady state.
int rounds_of_window(const Benchmark &benchmark, double rough_cycles) {
  const int rounds = std::max(1, short_instructions / std::max(benchmark.instructions, 1));
  return rough_cycles * rounds > slow_cycles ? std::max(1, static_cast<int>(slow_cycles / rough_cycles)) : rounds;
}

double rate_of_crowding(double crowding) {
  const double cycles = crowding * static_cast<double>(calibration_cycles);
  return cycles > 0 ? static_cast<double>(canary_units * canary_unit_instructions) / cycles : 0;
}

} // namespace

WatchPlan watch_plan(const Benchmark &benchmark, double rough_cycles) {
  constexpr double watched_cycles = 2e6;
  constexpr double least_passes = 20;
  constexpr double most_passes = 4000;
  const int rounds = rounds_of_window(benchmark, rough_cycles);
  const double passes = std::clamp(watched_cycles / std::max(rough_cycles * rounds, 1.0), least_passes, most_passes);
  return {static_cast<std::uint64_t>(passes), rounds};
}

Expected<BenchmarkTimer> BenchmarkTimer::create() {
  OSACA_TRY(TimedFrames frames, make_frames(this_processor_has_avx()));
  return BenchmarkTimer(std::move(frames));
}

bool BenchmarkTimer::settle(double patience_seconds) {
  const Benchmark nothing = no_operation();
  return osaca::measure::settle(core_, [&] { (void)measure(nothing, 1, {1, 0}); }, patience_seconds);
}

std::optional<Typical> BenchmarkTimer::no_ops_now() {
  const TimedRun timed =
      run_timed(frames_.around(false), benchmark_task(no_operation(), short_instructions, whole_samples));
  if (timed.status != Status::ok)
    return std::nullopt;
  const auto executions = static_cast<double>(timed.passes * short_instructions);
  return typical(timed.samples,
                 {static_cast<double>(calibration_cycles), timed.clock_overhead_ticks, executions, 2 * executions});
}

double BenchmarkTimer::canary_rate_now() {
  const auto found = no_ops_now();
  return found ? rate_of_crowding(found->crowding) : 0;
}

double BenchmarkTimer::no_ops_per_cycle_now() {
  const auto found = no_ops_now();
  return found && found->cycles > 0 ? 1 / found->cycles : 0;
}

Measurement BenchmarkTimer::probe(const Benchmark &benchmark) {
  constexpr int rounds = 2;
  CalmCore of_this_round_alone;
  Measurement found =
      repeated_measurement(frames_.around(benchmark.uses_x87), benchmark_task(benchmark, rounds, probe_samples),
                           {rounds, 2 * rounds}, {1, 0}, of_this_round_alone);
  // Two rounds show whether the code runs and roughly how slow it is; a figure needs more.
  if (found.status == Status::unstable || found.status == Status::impossible)
    found.status = Status::ok;
  return found;
}

Measurement BenchmarkTimer::measured(const Benchmark &benchmark, double rough_cycles,
                                     const RepetitionPolicy &repetition, int untimed_windows) {
  const int rounds = rounds_of_window(benchmark, rough_cycles);
  TimedTask task = benchmark_task(benchmark, rounds, whole_samples);
  task.untimed_windows = untimed_windows;
  const double least = least_cycles_of(static_cast<std::size_t>(benchmark.instructions), most_instructions_per_cycle_);
  return repeated_measurement(frames_.around(benchmark.uses_x87), task,
                              {static_cast<double>(rounds), 2.0 * rounds, least}, repetition, core_);
}

Measurement BenchmarkTimer::measure(const Benchmark &benchmark, double rough_cycles,
                                    const RepetitionPolicy &repetition) {
  const Measurement found = measured(benchmark, rough_cycles, repetition, 1);
  return found.status == Status::impossible ? measure_settled(benchmark, rough_cycles, repetition) : found;
}

Status BenchmarkTimer::watch(const Benchmark &benchmark, const WatchPlan &plan, bool is_long,
                             ProcessObserver &observer) {
  TimedTask task = benchmark_task(benchmark, plan.rounds, 1);
  task.watching = Watching{is_long, plan.passes};
  return run_timed(frames_.around(benchmark.uses_x87), task, &observer).status;
}

Measurement BenchmarkTimer::measure_settled(const Benchmark &benchmark, double rough_cycles,
                                            const RepetitionPolicy &repetition) {
  constexpr int settling_windows = 8;
  return measured(benchmark, rough_cycles, repetition, settling_windows);
}

} // namespace osaca::measure
