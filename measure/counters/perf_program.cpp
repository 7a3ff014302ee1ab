// Counts a whole program. Not all systems let a program's threads inherit a group of counters, so each event has its
// own counter, which also reports whether it counted all of the time.
#include "base/files.h"
#include "measure/counters/counter_source.h"
#include "measure/counters/perf_counter.h"
#include "measure/harness/start_gate.h"
#include "measure/harness/stopwatch.h"

#include <cerrno>
#include <cstring>
#include <optional>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace osaca::measure {
namespace {

constexpr int not_started = 127; // as in shells
constexpr int ended_by_signal = 128;

/// Includes all that the process starts; counts from the beginning.
Descriptor inherited_counter(const CounterEvent &event, pid_t process) {
  perf_event_attr wanted = attributes_of(event);
  wanted.inherit = 1;
  constexpr int any_cpu = -1;
  constexpr int no_leader = -1;
  return Descriptor(
      static_cast<int>(::syscall(SYS_perf_event_open, &wanted, process, any_cpu, no_leader, PERF_FLAG_FD_CLOEXEC)));
}

class ProgramCounters : public ProcessObserver {
public:
  explicit ProgramCounters(const std::vector<CounterEvent> &events) : events_(events) {}

  void begins(pid_t process) override {
    for (const CounterEvent &event : events_) {
      counters_.push_back(inherited_counter(event, process));
      faults_.push_back(counters_.back().is_open() ? std::nullopt : std::optional(fault_of_opening(errno, false)));
    }
  }

  [[nodiscard]] std::vector<Counted> read_each() const {
    std::vector<Counted> made;
    for (std::size_t i = 0; i < counters_.size(); ++i)
      made.push_back(faults_[i] ? Counted(*faults_[i]) : read_one(counters_[i]));
    return made;
  }

private:
  static Counted read_one(const Descriptor &counter) {
    std::uint64_t words[3] = {}; // its count and two times
    if (::read(counter.number(), words, sizeof words) != static_cast<ssize_t>(sizeof words))
      return CounterFault{CounterProblem::unreadable, ""};
    return exact_counts({{words[0]}, words[1], words[2]}, 1);
  }

  const std::vector<CounterEvent> &events_;
  std::vector<Descriptor> counters_;
  std::vector<std::optional<CounterFault>> faults_;
};

[[noreturn]] void become(const std::vector<std::string> &words, const StartGate &gate) {
  std::vector<char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(const_cast<char *>(word.c_str())); // NOLINT: execvp does not change the arguments
  arguments.push_back(nullptr);
  if (gate.wait())
    ::execvp(arguments.front(), arguments.data());
  gate.report_failure();
  ::_exit(not_started);
}

} // namespace

Expected<CountedProgram> count_program(const std::vector<CounterEvent> &events, const std::vector<std::string> &words) {
  if (words.empty() || words.front().empty())
    return Error{"no program was given"};
  StartGate gate;
  const pid_t child = gate.is_usable() ? ::fork() : -1;
  if (child < 0)
    return Error{"cannot start a process: " + std::string(std::strerror(errno))};
  if (child == 0)
    become(words, gate);
  ProgramCounters counters(events);
  const Stopwatch watch;
  gate.open(child, counters);
  const bool has_failed = gate.has_child_failed();
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (has_failed)
    return Error{"cannot be run", {words.front(), 0, 0}};
  CountedProgram made;
  made.seconds = watch.seconds();
  made.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : ended_by_signal + WTERMSIG(status);
  made.counts = counters.read_each();
  return made;
}

} // namespace osaca::measure
