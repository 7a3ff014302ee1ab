#include "measure/counters/counter_source.h"

#include "base/files.h"
#include "base/format.h"
#include "measure/counters/perf_counter.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <linux/perf_event.h>
#include <optional>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace osaca::measure {
namespace {

constexpr std::size_t most_events_at_a_time = 64;

/// "perf_event_paranoid is 3", the setting that forbids it most often.
std::string paranoid_setting() {
  std::ifstream file("/proc/sys/kernel/perf_event_paranoid");
  int level = 0;
  return file >> level ? format_text("perf_event_paranoid is {}", level) : "";
}

/// The first counter of a group is stopped until all of them are open.
Descriptor opened_counter(const CounterEvent &event, pid_t process, int leader) {
  perf_event_attr wanted = attributes_of(event);
  wanted.disabled = leader < 0;
  wanted.read_format |= PERF_FORMAT_GROUP;
  constexpr int any_cpu = -1;
  return Descriptor(
      static_cast<int>(::syscall(SYS_perf_event_open, &wanted, process, any_cpu, leader, PERF_FLAG_FD_CLOEXEC)));
}

/// Opens the counters when the process is ready.
class CounterGroup : public ProcessObserver {
public:
  explicit CounterGroup(const std::vector<CounterEvent> &events) : events_(events) {}

  void begins(pid_t process) override {
    for (const CounterEvent &event : events_) {
      Descriptor one = opened_counter(event, process, counters_.empty() ? -1 : counters_.front().number());
      if (!one.is_open()) {
        fault_ = fault_of_opening(errno, !counters_.empty());
        counters_.clear();
        return;
      }
      counters_.push_back(std::move(one));
    }
    if (::ioctl(counters_.front().number(), PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP) != 0)
      fault_ = CounterFault{CounterProblem::unreadable, std::strerror(errno)};
  }

  [[nodiscard]] Counted read_all() const {
    if (fault_)
      return *fault_;
    if (counters_.empty())
      return CounterFault{CounterProblem::workload_failed, "it did not start"};
    constexpr std::size_t before_counts = 3; // the number of counts and two times
    std::vector<std::uint64_t> words(before_counts + events_.size());
    const auto wanted = static_cast<ssize_t>(words.size() * sizeof words.front());
    if (::read(counters_.front().number(), words.data(), static_cast<std::size_t>(wanted)) != wanted ||
        words[0] != events_.size())
      return CounterFault{CounterProblem::unreadable, ""};
    const CounterReading reading{{words.begin() + before_counts, words.end()}, words[1], words[2]};
    return exact_counts(reading, events_.size());
  }

private:
  const std::vector<CounterEvent> &events_;
  std::vector<Descriptor> counters_;
  std::optional<CounterFault> fault_;
};

} // namespace

CounterFault fault_of_opening(int error_number, bool many) {
  switch (error_number) {
  case EACCES:
  case EPERM: return {CounterProblem::no_permission, paranoid_setting()};
  case ENOSYS: return {CounterProblem::no_permission, "perf_event_open is not available"};
  case ENOENT:
  case ENODEV:
  case EOPNOTSUPP:
  case ENXIO: return {CounterProblem::no_counter, std::strerror(error_number)};
  case EMFILE: return {CounterProblem::too_many, std::strerror(error_number)};
  // A group that does not fit is refused with the same error as an invalid event.
  case EINVAL:
  case ENOSPC: return {many ? CounterProblem::too_many : CounterProblem::no_counter, std::strerror(error_number)};
  default: return {CounterProblem::unreadable, std::strerror(error_number)};
  }
}

Counted PerfEvents::count(const std::vector<CounterEvent> &events, Workload &workload) {
  if (events.empty())
    return std::vector<double>{};
  if (events.size() > most_events_at_a_time)
    return CounterFault{CounterProblem::too_many, ""};
  CounterGroup group(events);
  if (!workload.run(group)) {
    const Counted counted = group.read_all();
    const CounterFault *fault = fault_in(counted);
    return fault != nullptr ? *fault : CounterFault{CounterProblem::workload_failed, workload.name()};
  }
  return group.read_all();
}

} // namespace osaca::measure
