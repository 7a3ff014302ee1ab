#include "measure/calls/call_process.h"

#include "measure/harness/machine_memory.h"
#include "measure/harness/measuring_child.h"
#include "measure/harness/samples.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <dlfcn.h>
#include <new>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if __has_include(<gnu/libc-version.h>)
#include <gnu/libc-version.h>
#endif

namespace osaca::measure::calls {
namespace {

constexpr unsigned time_limit_seconds = 5;
constexpr std::size_t detail_bytes = 400;

struct CallReport {
  ChildReport timed;
  std::array<char, detail_bytes> detail; ///< why nothing was timed
};

std::uint64_t ticks_now() {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  asm volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory"); // NOLINT
  return std::uint64_t{high} << 32U | low;
}

std::uint8_t *map_copy(const std::vector<std::uint8_t> &bytes, int protection) {
  void *memory = ::mmap(nullptr, bytes.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  std::memcpy(memory, bytes.data(), bytes.size());
  return ::mprotect(memory, bytes.size(), protection) == 0 ? static_cast<std::uint8_t *>(memory) : nullptr;
}

class CallChild : private RoundTimer {
public:
  CallChild(const TimedFrame &frame, const CallTask &task, CallReport &report)
      : frame_(frame), task_(task), report_(report) {}

  void run() {
    ::alarm(time_limit_seconds);
    const rlimit no_core = {0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    memory::stay_on(std::max(::sched_getcpu(), 0)); // if it fails, samples are noisier
    if (!prepare())
      return;
    const Rounds rounds = take_rounds(
        *this, RoundPlan{std::min(task_.wanted_samples, max_samples), 1, 0, 10, task_.calm_crowding, max_samples});
    report_.timed.passes = rounds.passes;
    report_.timed.clock_overhead_ticks = rounds.clock_overhead_ticks;
    report_.timed.sample_count = rounds.samples.size();
    std::ranges::copy(rounds.samples, report_.timed.samples.begin());
    report_.timed.status = Status::ok;
  }

private:
  void explain(const char *text) {
    report_.timed.status = Status::unsupported;
    std::strncpy(report_.detail.data(), text == nullptr ? "no reason was given" : text, detail_bytes - 1);
  }

  bool prepare() {
    void *library = ::dlopen(task_.library.c_str(), RTLD_NOW);
    void *function = library == nullptr ? nullptr : ::dlsym(library, task_.function.c_str());
    if (function == nullptr) {
      explain(::dlerror());
      return false;
    }
    calibration_ = map_copy(frame_.calibration, PROT_READ | PROT_EXEC);
    code_ = map_copy(task_.code, PROT_READ | PROT_EXEC);
    data_ = map_copy(task_.data.bytes, PROT_READ | PROT_WRITE);
    if (calibration_ == nullptr || code_ == nullptr || data_ == nullptr) {
      explain("the system did not provide the memory");
      return false;
    }
    const auto put = [this](std::size_t offset, std::uint64_t word) {
      std::memcpy(data_ + offset, &word, sizeof word);
    };
    put(CallData::target_offset, reinterpret_cast<std::uint64_t>(function));
    put(CallData::release_offset, reinterpret_cast<std::uint64_t>(::dlsym(library, "free")));
    for (const std::size_t offset : task_.data.addresses) {
      std::uint64_t word = 0;
      std::memcpy(&word, data_ + offset, sizeof word);
      put(offset, word + reinterpret_cast<std::uint64_t>(data_));
    }
    return true;
  }

  [[nodiscard]] std::uint64_t work_ticks(std::size_t offset, std::uint64_t units) const {
    return reinterpret_cast<std::uint64_t (*)(std::uint64_t)>(calibration_ + offset)(units);
  }
  std::uint64_t chain_ticks(std::uint64_t units) override { return work_ticks(0, units); }
  std::uint64_t canary_ticks() override { return work_ticks(frame_.canary, canary_units); }
  std::uint64_t sentinel_ticks() override { return work_ticks(frame_.sentinel, sentinel_units); }
  std::uint64_t short_ticks(std::uint64_t passes) override {
    const std::uint64_t begin = ticks_now();
    reinterpret_cast<void (*)(std::uint64_t, std::uint8_t *)>(code_)(passes, data_);
    return ticks_now() - begin;
  }
  std::uint64_t long_ticks(std::uint64_t passes) override { return short_ticks(2 * passes); }

  const TimedFrame &frame_;
  const CallTask &task_;
  CallReport &report_;
  std::uint8_t *calibration_ = nullptr;
  std::uint8_t *code_ = nullptr;
  std::uint8_t *data_ = nullptr;
};

} // namespace

TimedRun time_calls(const TimedFrame &frame, const CallTask &task) {
  TimedRun run;
  void *memory = ::mmap(nullptr, sizeof(CallReport), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return run;
  auto *report = new (memory) CallReport{};
  report->timed.status = Status::crashed;
  const pid_t child = ::fork();
  if (child == 0) {
    CallChild(frame, task, *report).run();
    ::_exit(0);
  }
  int wait_status = 0;
  if (child > 0 && ::waitpid(child, &wait_status, 0) == child) {
    run = result_of(report->timed, status_of_end(wait_status, report->timed.status));
    report->detail.back() = '\0';
    if (run.detail.empty())
      run.detail = report->detail.data();
  }
  ::munmap(memory, sizeof(CallReport));
  return run;
}

std::string c_library_version() {
#if __has_include(<gnu/libc-version.h>)
  return std::string("glibc ") + ::gnu_get_libc_version();
#else
  return "";
#endif
}

} // namespace osaca::measure::calls
