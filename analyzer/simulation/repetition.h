// Detects when a simulation repeats itself, so that it can end.
//
// If a deterministic machine reaches a state for the second time, it continues in the same way as after the first time.
// The cycles per iteration are then the cycles between the two times, divided by the iterations between them. Two
// states count as equal if they are equal relative to the current iteration and cycle (see
// docs/understand/simulation.md). They are compared in full, not by a hash.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace osaca {

class Repetition {
public:
  struct Period {
    int iterations = 0;
    int cycles = 0;
  };

  /// If the machine is in the noted state again, returns the period. From time to time, notes the state of the machine,
  /// and calls begin_period() of the machine. A Machine passes its state as numbers to a function, until this function
  /// returns false. There are two parts: describe_outline() passes a few numbers that distinguish most states, and
  /// describe_details() passes the others.
  template <class Machine> std::optional<Period> look(int iteration, int cycle, Machine &machine) {
    if (next_note_ > 0 && is_noted(machine))
      return Period{iteration - noted_iteration_, cycle - noted_cycle_};
    if (iteration >= next_note_)
      note(iteration, cycle, machine);
    return std::nullopt;
  }

private:
  /// Stops at the first difference, which is nearly always among the first numbers.
  template <class Machine> bool is_noted(const Machine &machine) const {
    auto next = noted_.begin();
    const auto is_next = [&](std::int64_t number) { return next != noted_.end() && *next++ == number; };
    return machine.describe_outline(is_next) && machine.describe_details(is_next) && next == noted_.end();
  }

  /// Replaces the noted state by a later one, because the first states of a simulation usually never occur again. The
  /// notes are increasingly far apart, so that a repetition with a period of n iterations is found once the notes are
  /// at least n iterations apart.
  template <class Machine> void note(int iteration, int cycle, Machine &machine) {
    noted_iteration_ = iteration;
    noted_cycle_ = cycle;
    next_note_ = iteration + std::max(fewest_between_notes, iteration / 3);
    std::size_t count = 0;
    const auto keep = [&](std::int64_t number) {
      if (count == noted_.size())
        noted_.resize(2 * count + 128);
      noted_[count++] = number;
      return true;
    };
    machine.describe_outline(keep);
    machine.describe_details(keep);
    noted_.resize(count);
    machine.begin_period();
  }

  static constexpr int fewest_between_notes = 4;

  std::vector<std::int64_t> noted_;
  int noted_iteration_ = 0;
  int noted_cycle_ = 0;
  int next_note_ = 0;
};

} // namespace osaca
