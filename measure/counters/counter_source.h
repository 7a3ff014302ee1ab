// Sources of event counts: this machine's counters through perf_event_open, a recording, or a simulated machine.
#pragma once

#include "base/expected.h"
#include "measure/counters/stall_events.h"
#include "measure/harness/start_gate.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace osaca::measure {

// Sources of event counts: this machine's counters, a recording, or a simulated machine.
//
// If there is no count, the reason is returned as a value, not thrown. A count that is not exact is discarded. For
// example, counters that took turns saw only a part of the time, and the rest is not estimated.

/// An event as perf_event_open describes it: a type of counters, and the event's code in this type.
struct CounterEvent {
  std::string name;
  std::uint32_t type = 0;
  std::uint64_t config = 0;
  std::optional<StallRole> role = {}; ///< what the event is used for, if it proves to count that
  friend bool operator==(const CounterEvent &, const CounterEvent &) = default;
};

enum class CounterProblem : std::uint8_t {
  no_permission, ///< the system does not allow it
  no_counter,    ///< this machine has no counters for such events, or hides them
  too_many,      ///< too many events at a time; fewer may be possible
  took_turns,    ///< counters were shared with other users, and so counted only part of the time
  never_counted, ///< the counters did not run at all
  overflowed,    ///< the count exceeded the range of the counter
  workload_failed,
  unreadable
};

struct CounterFault {
  CounterProblem problem = CounterProblem::unreadable;
  std::string detail; ///< in words; may be empty
  friend bool operator==(const CounterFault &, const CounterFault &) = default;
};

/// "this machine has no such counters (No such file or directory)"
[[nodiscard]] std::string text_of(const CounterFault &fault);

/// The reading of events that were counted together.
struct CounterReading {
  std::vector<std::uint64_t> counts; ///< one per event
  std::uint64_t enabled_ns = 0;      ///< for how long they should have counted ...
  std::uint64_t running_ns = 0;      ///< ... and for how long they did
};

/// The counts, or why there are none.
using Counted = std::variant<std::vector<double>, CounterFault>;

[[nodiscard]] inline const CounterFault *fault_in(const Counted &counted) {
  return std::get_if<CounterFault>(&counted);
}
[[nodiscard]] inline const std::vector<double> *counts_in(const Counted &counted) {
  return std::get_if<std::vector<double>>(&counted);
}

/// The counts of a reading if they are exact; otherwise the fault.
[[nodiscard]] Counted exact_counts(const CounterReading &reading, std::size_t events);

/// Work that runs in a process of its own while it is counted. Sources that know what it does, such as recordings, need
/// not run it.
class Workload {
public:
  virtual ~Workload() = default;

  /// The name by which recordings identify it.
  [[nodiscard]] virtual std::string name() const = 0;
  /// Starts the process, notifies the observer when the part to be counted begins, and waits for its end. False: it
  /// failed.
  [[nodiscard]] virtual bool run(ProcessObserver &observer) = 0;
};

class CounterSource {
public:
  virtual ~CounterSource() = default;

  /// Counts all events at the same time, from the workload's beginning to its end, in user space.
  [[nodiscard]] virtual Counted count(const std::vector<CounterEvent> &events, Workload &workload) = 0;
};

/// Uses as few runs of the workload as the source allows. If there are too many events at a time, or they would have to
/// take turns, they are counted in smaller groups.
[[nodiscard]] Counted count_in_groups(CounterSource &source, const std::vector<CounterEvent> &events,
                                      Workload &workload);

// This machine's counters, through the system call perf_event_open.

/// Counts what a workload's process does in user space, from the moment it is ready to its end.
class PerfEvents : public CounterSource {
public:
  [[nodiscard]] Counted count(const std::vector<CounterEvent> &events, Workload &workload) override;
};

/// The counts of a whole program.
struct CountedProgram {
  int exit_status = 0; ///< in the shell's convention
  double seconds = 0;
  std::vector<Counted> counts; ///< for each event one value, or why there is none
};

/// Runs the program once and counts it with its threads and the programs that it starts. Events that had to take turns
/// have no count, since the program is not run again for them.
[[nodiscard]] Expected<CountedProgram> count_program(const std::vector<CounterEvent> &events,
                                                     const std::vector<std::string> &words);

/// The fault for the system's answer when a counter was opened: `error_number` is errno. `many`: other counters are
/// already open.
[[nodiscard]] CounterFault fault_of_opening(int error_number, bool many);

} // namespace osaca::measure
