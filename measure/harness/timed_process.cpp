#include "measure/harness/timed_process.h"

#include "measure/harness/measuring_child.h"
#include "measure/harness/samples.h"
#include "measure/harness/start_gate.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <new>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace osaca::measure {
namespace {

// Bits of the x87 status word. Microcode handles the cases that set them, which takes hundreds of cycles.
constexpr std::uint64_t x87_invalid = 0x01;
constexpr std::uint64_t x87_denormal = 0x02;
constexpr std::uint64_t x87_underflow = 0x10;
constexpr std::uint64_t x87_stack_fault = 0x40;

constexpr std::uint32_t flush_subnormals = 0x9fc0; // all exceptions masked, FTZ and DAZ

std::size_t aligned(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }

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
    report_.status = task_.rehearsal  ? rehearse(*task_.rehearsal)
                     : task_.counting ? count_laps(*task_.counting)
                     : task_.watching ? be_watched(*task_.watching)
                                      : take_samples();
  }

private:
  static void stay_on_this_core() {
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<std::size_t>(std::max(::sched_getcpu(), 0)), &here);
    ::sched_setaffinity(0, sizeof here, &here); // if it fails, samples are noisier
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
    handler_->max_pages = task_.changes_memory ? std::min(task_.max_pages, max_filled_pages) : task_.max_pages;
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

  /// From here on everything in this process runs in single steps.
  Status rehearse(const Rehearsing &rehearsal) {
    steps_.code_begin = short_ + frame_.before.size();
    steps_.code_end = steps_.code_begin + task_.short_window.code.size();
    steps_.trace = rehearsal.trace;
    steps_.detours = rehearsal.detours.data();
    steps_.detour_count = rehearsal.detours.size();
    handler_->steps = &steps_;
    begin_steps();
    (void)timed(short_, task_.short_window, rehearsal.passes);
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
    const Rounds rounds = take_rounds(*this, RoundPlan{std::min(task_.wanted_samples, max_samples),
                                                       task_.untimed_windows, task_.passes, task_.enough_samples});
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
  StepRecorder steps_;
  bool has_run_ = false;
  std::uint64_t short_ = 0; ///< address of its function
  std::uint64_t long_ = 0;
};

Status status_of_end(int wait_status, Status reported) {
  if (!WIFSIGNALED(wait_status))
    return reported;
  switch (WTERMSIG(wait_status)) {
  case SIGALRM: return Status::timeout;
  case SIGSYS: return Status::privileged;
  default: return Status::crashed;
  }
}

std::string address_text(std::uint64_t address) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (; address != 0 || text.empty(); address /= 16)
    text.insert(text.begin(), digits[address % 16]);
  return "address 0x" + text;
}

std::string x87_text(std::uint64_t exceptions) {
  if ((exceptions & x87_stack_fault) != 0)
    return "the x87 register stack overflows or underflows";
  return (exceptions & x87_invalid) != 0 ? "an x87 operation has no valid result"
                                         : "x87 operations on denormal numbers";
}

TimedRun result_of(const ChildReport &report, Status status) {
  TimedRun run;
  run.status = status;
  if (status == Status::ok) {
    run.passes = report.passes;
    run.laps = report.laps;
    run.region_bytes = report.region_bytes;
    run.huge_bytes = report.huge_bytes;
    run.clock_overhead_ticks = report.clock_overhead_ticks;
    run.samples.assign(report.samples.begin(), report.samples.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                            report.sample_count, max_samples)));
  } else if (status == Status::arithmetic && report.x87_exceptions != 0) {
    run.detail = x87_text(report.x87_exceptions);
  } else if (report.address != 0) {
    run.detail = address_text(report.address);
  }
  return run;
}

} // namespace

TimedRun run_timed(const TimedFrame &frame, const TimedTask &task, ProcessObserver *observer) {
  TimedRun failed;
  std::optional<StartGate> gate;
  if (observer != nullptr)
    gate.emplace();
  if (gate && !gate->is_usable())
    return failed;
  void *memory = ::mmap(nullptr, sizeof(ChildReport), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return failed;
  auto *report = new (memory) ChildReport{};
  report->status = Status::crashed;
  const pid_t child = ::fork();
  if (child == 0) {
    Child(frame, task, *report, gate ? &*gate : nullptr).run();
    ::_exit(0);
  }
  int wait_status = 0;
  TimedRun run = failed;
  if (child > 0 && gate)
    gate->open(child, *observer);
  if (child > 0 && ::waitpid(child, &wait_status, 0) == child)
    run = result_of(*report, status_of_end(wait_status, report->status));
  ::munmap(memory, sizeof(ChildReport));
  return run;
}

} // namespace osaca::measure
