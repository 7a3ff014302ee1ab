// Where counts of events come from: this machine's counters, a recording, or a made-up machine.
//
// What stands in the way of a count is a value. A count that is not exact is none: counters that took turns saw a part
// of the time only, and what they would have seen in the rest is not guessed.
#pragma once

#include "measure/counters/stall_role.h"
#include "measure/harness/process_observer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace osaca::measure {

/// As the system's interface has it: a kind of counters, and which of its events.
struct CounterEvent {
  std::string name;
  std::uint32_t type = 0;
  std::uint64_t config = 0;
  std::optional<StallRole> role = {}; ///< what it may be used for, if it is found to count that
  friend bool operator==(const CounterEvent &, const CounterEvent &) = default;
};

enum class CounterProblem : std::uint8_t {
  no_permission,    ///< the system does not allow it
  no_counter,       ///< this machine has no counters for such events, or does not show them
  too_many,         ///< events at a time; fewer may do
  took_turns,       ///< others wanted the counters too: these saw a part of the time only
  never_counted,    ///< the counters did not run at all
  overflowed,       ///< the count went beyond what the counter holds
  no_such_workload, ///< of a recording
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

/// Of events that were counted together.
struct CounterReading {
  std::vector<std::uint64_t> counts; ///< of each event
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

/// The counts of a reading if they are exact.
[[nodiscard]] Counted exact_counts(const CounterReading &reading, std::size_t events);

/// Something that is counted while it runs, in a process of its own. Sources that know what it does may count without
/// running it.
class Workload {
public:
  virtual ~Workload() = default;

  /// Recordings know it by this.
  [[nodiscard]] virtual std::string name() const = 0;
  /// Starts the process, tells the observer when what counts begins, and waits for its end. False: it failed.
  [[nodiscard]] virtual bool run(ProcessObserver &observer) = 0;
};

class CounterSource {
public:
  virtual ~CounterSource() = default;

  /// All events at the same time, from the workload's beginning to its end, in user space.
  [[nodiscard]] virtual Counted count(const std::vector<CounterEvent> &events, Workload &workload) = 0;
};

/// In as few runs of the workload as the source allows: where events are too many at a time, or have to take turns,
/// they are counted in smaller groups.
[[nodiscard]] Counted count_in_groups(CounterSource &source, const std::vector<CounterEvent> &events,
                                      Workload &workload);

} // namespace osaca::measure
