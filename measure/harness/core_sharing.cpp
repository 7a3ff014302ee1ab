#include "measure/harness/core_sharing.h"

#include "measure/file/decimal.h"

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

constexpr double slowed = 0.85; // of the rate, by what other CPUs do; cores that are free reach 0.95 of their no-ops

#if defined(__linux__)

constexpr int test_runs = 5;

/// Additions that do not wait for each other, for ever.
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
      asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d)); // NOLINT: nothing, but the additions stay
    }
}

/// Processes that do nothing but compute, one on each CPU but this one, while the object lives.
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
    constexpr unsigned longest_seconds = 10; // if nobody ends it
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
    found.beside_rate = best_rate(timer, &BenchmarkTimer::canary_rate_now);
  return found.quiet_rate > 0 ? std::optional(found) : std::nullopt;
#else
  (void)timer;
  return std::nullopt;
#endif
}

std::string sharing_warning(const CoreSharing &found, double known_no_ops_per_cycle) {
  if (found.no_ops_per_cycle > 0 && found.no_ops_per_cycle < slowed * known_no_ops_per_cycle)
    return "this machine is shared: the core does " + decimal(found.no_ops_per_cycle, 1) + " no-ops per cycle, and " +
           decimal(known_no_ops_per_cycle, 1) +
           " when it is free; another thread is busy on it, here or in another guest. Figures come out too high; "
           "measure in a calmer hour";
  if (found.beside_rate > 0 && found.beside_rate < slowed * found.quiet_rate)
    return "other CPUs of this machine are threads of the same core: while they are busy, it does " +
           decimal(found.beside_rate, 1) + " instructions per cycle instead of " + decimal(found.quiet_rate, 1) +
           ". Leave them idle while measuring";
  return "";
}

} // namespace osaca::measure
