#include "measure/harness/timed_process.h"

#include "measure/harness/measuring_child.h"
#include "measure/harness/samples.h"
#include "measure/harness/start_gate.h"

#include <algorithm>
#include <csignal>
#include <new>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace osaca::measure {
namespace {

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

} // namespace

Status status_of_end(int wait_status, Status reported) {
  if (!WIFSIGNALED(wait_status))
    return reported;
  switch (WTERMSIG(wait_status)) {
  case SIGALRM: return Status::timeout;
  case SIGSYS: return Status::privileged;
  default: return Status::crashed;
  }
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
    run_once(frame, task, *report, gate ? &*gate : nullptr);
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
