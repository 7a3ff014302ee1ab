// What a measuring process does: it prepares memory, runs the code, and fills its report.
#include "measure/harness/measuring_child.h"
#include "measure/harness/samples.h"
#include "measure/harness/start_gate.h"
#include "measure/harness/trial_process.h"

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <new>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

namespace osaca::measure {
namespace {

constexpr std::size_t trial_code_bytes = 2 * TrialOrder::most_code_bytes; // with the frame

constexpr std::uint32_t flush_subnormals = 0x9fc0; // all exceptions masked, FTZ and DAZ

std::size_t aligned(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }

void stay_on_this_core() {
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(static_cast<std::size_t>(std::max(::sched_getcpu(), 0)), &here);
  ::sched_setaffinity(0, sizeof here, &here); // if it fails, samples are noisier
}

/// Maps memory at a fixed address, which is free because the process is at random addresses.
void *map_at(std::uint64_t address, std::size_t size) {
  void *wanted = reinterpret_cast<void *>(address);
  void *got = ::mmap(wanted, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  return got == wanted ? got : nullptr;
}

/// The measuring process.
class Child : private RoundTimer {
public:
  /// `gate`: null if there is no observer.
  Child(const TimedFrame &frame, const TimedTask &task, ChildReport &report, const StartGate *gate)
      : frame_(frame), task_(task), report_(report), gate_(gate) {}

  void run() {
    ::alarm(task_.time_limit_seconds);
    stay_on_this_core();
    if (!prepare())
      return;
    if (!task_.regions.empty() && !prepare_regions(task_, report_)) {
      report_.status = Status::too_many_pages;
      return;
    }
    install_handlers();
    if (gate_ != nullptr && !gate_->wait())
      return;
    forbid_system_calls();
    report_.status = run_code();
  }

  /// In a process that serves several runs, with its handlers installed and its memory mapped.
  void run_trial() {
    if (!write_trial())
      return;
    sigjmp_buf here;
    if (sigsetjmp(here, 0) == 0) {
      handler_->return_to = &here;
      report_.status = run_code();
    } else {
      restore_processor_state();
    }
    for (std::size_t i = 0; i < std::min(handler_->page_count, most_mapped_pages); ++i)
      ::munmap(reinterpret_cast<void *>(handler_->pages[i]), page_bytes);
  }

private:
  Status run_code() {
    return task_.recording  ? record(*task_.recording)
           : task_.counting ? count_laps(*task_.counting)
           : task_.watching ? be_watched(*task_.watching)
                            : take_samples();
  }

  /// After code that did not reach its end: rounding, the x87 stack, and flags.
  static void restore_processor_state() {
    constexpr std::uint32_t usual_float_control = 0x1f80;
    asm volatile("fninit\n\t"
                 "ldmxcsr %0\n\t"
                 "lea -128(%%rsp), %%rsp\n\t"
                 "pushq $0x202\n\t"
                 "popfq\n\t"
                 "lea 128(%%rsp), %%rsp"
                 :
                 : "m"(usual_float_control)
                 : "memory", "cc");
  }

  /// False: there is no room for the code.
  bool write_trial() {
    short_ = code_address;
    const std::vector<std::uint8_t> code = framed(frame_, task_.short_window.code);
    if (code.size() > trial_code_bytes)
      return false;
    std::memcpy(reinterpret_cast<void *>(short_), code.data(), code.size());
    prepare_state(reinterpret_cast<void *>(state_address));
    return true;
  }

  bool prepare() {
    short_ = code_address + aligned(frame_.calibration.size(), page_bytes);
    const std::vector<std::uint8_t> short_code = framed(frame_, task_.short_window.code);
    const std::vector<std::uint8_t> long_code = framed(frame_, task_.long_window.code);
    long_ = short_ + aligned(short_code.size(), page_bytes);
    const std::size_t size = long_ + aligned(long_code.size(), page_bytes) - code_address;
    void *code = map_at(code_address, size);
    void *shared = map_at(state_address, 2 * page_bytes);
    if (code == nullptr || shared == nullptr)
      return false;
    std::memcpy(code, frame_.calibration.data(), frame_.calibration.size());
    std::memcpy(reinterpret_cast<void *>(short_), short_code.data(), short_code.size());
    std::memcpy(reinterpret_cast<void *>(long_), long_code.data(), long_code.size());
    prepare_state(shared);
    return ::mprotect(code, size, PROT_READ | PROT_EXEC) == 0;
  }

  void prepare_state(void *shared) {
    state_ = new (shared) HarnessState{};
    state_->fill_word = task_.fill_word;
    state_->float_control = flush_subnormals;
    state_->vectors = task_.vectors;
    state_->x87_values = static_cast<std::uint64_t>(task_.x87_values.value_or(0));
    handler_ = new (reinterpret_cast<void *>(handler_address)) HandlerContext{};
    handler_->report = &report_;
    handler_->fill_word = task_.fill_word;
    handler_->fill_is_relative = task_.fill_is_relative;
    handler_->planted = task_.planted.data();
    handler_->planted_count = task_.planted.size();
    handler_->refill = task_.changes_memory;
    handler_->max_pages = std::min(task_.max_pages, task_.changes_memory ? max_filled_pages : most_mapped_pages);
  }

  std::uint64_t timed(std::uint64_t code, const Window &window, std::uint64_t passes) {
    handler_->restart_address = code + frame_.restart;
    state_->passes_wanted = passes;
    GeneralRegisters general = window.general;
    if (has_run_)
      for (const std::size_t reg : task_.carried)
        general[reg] = state_->general[reg];
    has_run_ = true;
    state_->general = general;
    reinterpret_cast<void (*)()>(code)();
    return state_->end_ticks - state_->start_ticks;
  }

  Status record(const Recording &recording) {
    StepTrace &trace = *recording.trace;
    handler_->goes_on = true; // nothing is timed
    state_->laps_left = recording.laps;
    state_->next_step = trace.steps.data();
    if (recording.steps <= max_steps)
      (void)timed(short_, task_.short_window, 1);
    trace.count = static_cast<std::size_t>(state_->next_step - trace.steps.data());
    return Status::ok;
  }

  Status count_laps(const Counting &counting) {
    CountedLaps &told = report_.laps;
    handler_->most_laps = counting.most_laps;
    told.is_same = true;
    for (std::uint64_t pass = 0; pass < counting.passes && told.is_same; ++pass) {
      state_->laps_left = counting.most_laps;
      state_->exit_number = 0;
      (void)timed(short_, task_.short_window, 1);
      const std::uint64_t laps = counting.most_laps - state_->laps_left;
      if (pass == 0) {
        told.laps = laps;
        told.exit_number = state_->exit_number;
      }
      told.is_same = laps == told.laps && state_->exit_number == told.exit_number;
    }
    return Status::ok;
  }

  Status be_watched(const Watching &watching) {
    if (watching.is_long)
      (void)timed(long_, task_.long_window, watching.passes);
    else
      (void)timed(short_, task_.short_window, watching.passes);
    report_.passes = watching.passes;
    return Status::ok;
  }

  std::uint64_t chain_ticks(std::uint64_t units) override {
    return reinterpret_cast<std::uint64_t (*)(std::uint64_t)>(code_address)(units);
  }
  std::uint64_t canary_ticks() override {
    return reinterpret_cast<std::uint64_t (*)(std::uint64_t)>(code_address + frame_.canary)(canary_units);
  }
  std::uint64_t sentinel_ticks() override {
    return reinterpret_cast<std::uint64_t (*)(std::uint64_t)>(code_address + frame_.sentinel)(sentinel_units);
  }
  std::uint64_t short_ticks(std::uint64_t passes) override { return timed(short_, task_.short_window, passes); }
  std::uint64_t long_ticks(std::uint64_t passes) override {
    return timed(long_, task_.long_window, passes * task_.long_passes_per_short);
  }

  Status take_samples() {
    const Rounds rounds =
        take_rounds(*this, RoundPlan{std::min(task_.wanted_samples, max_samples), task_.untimed_windows, task_.passes,
                                     task_.enough_samples, task_.calm_crowding, max_samples});
    report_.passes = rounds.passes;
    report_.clock_overhead_ticks = rounds.clock_overhead_ticks;
    report_.sample_count = rounds.samples.size();
    std::ranges::copy(rounds.samples, report_.samples.begin());
    if (task_.x87_values)
      report_.x87_exceptions = state_->x87_exceptions & (x87_invalid | x87_denormal | x87_underflow | x87_stack_fault);
    return report_.x87_exceptions == 0 ? Status::ok : Status::arithmetic;
  }

  const TimedFrame &frame_;
  const TimedTask &task_;
  ChildReport &report_;
  const StartGate *gate_;
  HarnessState *state_ = nullptr;
  HandlerContext *handler_ = nullptr;
  bool has_run_ = false;
  std::uint64_t short_ = 0; ///< address of its function
  std::uint64_t long_ = 0;
};

TimedTask task_of(const TrialOrder &order) {
  TimedTask task;
  task.short_window.code.assign(order.code.begin(), order.code.begin() + static_cast<std::ptrdiff_t>(order.code_bytes));
  task.short_window.general = order.general;
  task.vectors = order.vectors;
  task.fill_word = order.fill_word;
  task.fill_is_relative = order.fill_is_relative;
  task.planted.assign(order.planted.begin(), order.planted.begin() + static_cast<std::ptrdiff_t>(order.planted_count));
  task.changes_memory = false;
  task.max_pages = order.max_pages;
  task.counting = order.counting;
  task.recording = order.recording;
  return task;
}

} // namespace

void run_once(const TimedFrame &frame, const TimedTask &task, ChildReport &report, const StartGate *gate) {
  Child(frame, task, report, gate).run();
}

void serve_trials(const TimedFrame &frame, TrialMemory &memory, int channel) {
  stay_on_this_core();
  // Both stay mapped: to unmap and map them again would take longer than most trials.
  void *code = map_at(code_address, trial_code_bytes);
  if (code == nullptr || ::mprotect(code, trial_code_bytes, PROT_READ | PROT_WRITE | PROT_EXEC) != 0 ||
      map_at(state_address, 2 * page_bytes) == nullptr)
    return;
  install_handlers();
  forbid_system_calls(channel);
  for (char one = 0; ::read(channel, &one, 1) == 1;) {
    const TimedTask task = task_of(memory.order);
    Child(frame, task, memory.report, nullptr).run_trial();
    if (::write(channel, &one, 1) != 1)
      return;
  }
}

} // namespace osaca::measure
