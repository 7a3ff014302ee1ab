// Compares inferred pipes with port counters, which are read while forms are run.
#pragma once

#include "measure/counters/event_list.h"
#include "measure/harness/start_gate.h"
#include "measure/ports/port_map.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace osaca::measure {

// Runs copies of a form while an observer counts.

class FormRunner {
public:
  virtual ~FormRunner() = default;

  /// By how many executions a long run differs from a short one; nothing else differs. Empty: the form cannot be run.
  [[nodiscard]] virtual std::optional<double> extra_executions(int form) = 0;
  [[nodiscard]] virtual bool run(int form, bool is_long, ProcessObserver &observer) = 0;
};

// Compares inferred pipes with port counters.
//
// Pipes have no names, and one counter may count several ports. So the check is whether the pipes can be assigned to
// counters such that the counts of every form are consistent. The form's counters must show the inferred number of
// uops, and the counters of other pipes none. If the form alone fills its pipes, each of them must have an equal share.
// The functions here judge counts; they do not count.

/// A counter of the uops of one or several ports.
struct CounterOfPorts {
  std::string name;
  int ports = 1;
  bool may_undercount = false; ///< if uops go to several of its ports in one cycle
};

/// The uops of one execution of a form at each counter.
struct CountedForm {
  int form = 0;
  std::vector<double> uops;
};

struct CounterVerdict {
  enum class Kind : std::uint8_t {
    agrees,
    more_uops,  ///< more uops were counted than inferred, at counters of its pipes and others: uops that always occur
                ///< together look like one
    fewer_uops, ///< fewer uops were counted than inferred
    other_ports ///< no assignment of pipes to counters explains which counters counted
  };
  int form = 0;
  Kind kind = Kind::agrees;
  double inferred = 0; ///< uops
  double counted = 0;
  std::vector<double> uops; ///< at each counter
};

[[nodiscard]] std::string_view name_of(CounterVerdict::Kind kind);

struct CounterCheck {
  std::string unavailable; ///< why there are no counts; empty: there are
  std::vector<CounterOfPorts> counters;
  std::vector<int> counter_of_pipe; ///< the assignment with which most forms agree; -1: no form determines it
  bool is_complete = true;          ///< false: there were too many assignments to try all of them
  std::vector<CounterVerdict> forms;
  std::vector<std::pair<int, std::string>> uncounted; ///< forms, and why
};

[[nodiscard]] int agreeing_forms(const CounterCheck &check);
/// One line for the terminal.
[[nodiscard]] std::string counter_summary(const CounterCheck &check);

/// `counted`: forms with inferred uops are compared; others are ignored.
[[nodiscard]] CounterCheck check_with_counters(const PortMap &map, const std::vector<CounterOfPorts> &counters,
                                               const std::vector<CountedForm> &counted);

// What the counts of one form show about an assignment of pipes to counters.

/// Bit i is counter i.
using CounterSet = std::uint32_t;
constexpr std::size_t most_port_counters = 16; // few enough to try all subsets

struct CounterEvidence {
  int form = 0;
  PipeSet pipes = 0;            ///< the pipes of all its uops
  std::vector<PipeDemand> uops; ///< `cycles` is the number of uops
  double inferred = 0;
  double least = 0; ///< the fewest uops that can occupy pipes for `inferred` cycles
  double counted = 0;
  std::vector<double> at;
  bool fills_its_pipes = false; ///< the form alone keeps its pipes busy, so each of them gets the same share
};

/// Empty: the form shows nothing about pipes.
[[nodiscard]] std::optional<CounterEvidence> counter_evidence(const FormUsage &usage, const CountedForm &counted);

/// Whether the counts are possible if the pipes have these counters. The sum of the counts is not checked here; see
/// compared_sums(). Precondition: each of the form's pipes has a counter.
[[nodiscard]] bool is_consistent_with_counters(const CounterEvidence &form, std::span<const CounterOfPorts> counters,
                                               std::span<const int> counter_of_pipe);

/// Whether as many uops were counted as inferred, more, or fewer.
[[nodiscard]] CounterVerdict::Kind compared_sums(const CounterEvidence &form, std::span<const CounterOfPorts> counters);

// Runs forms under port counters: how many uops each counter sees per execution.

/// The name of a form's run, for sources that look up counts instead of running it.
[[nodiscard]] std::string counted_name(int form, bool is_long);

/// Counts all forms with inferred uops and compares the map with the counts. If counting the first form fails for a
/// reason that applies to all forms, this reason is the result.
[[nodiscard]] CounterCheck count_and_check(CounterSource &source, const PortCounters &known, FormRunner &runner,
                                           const PortMap &map,
                                           const std::function<void(std::size_t done)> &progress = nullptr);

} // namespace osaca::measure
