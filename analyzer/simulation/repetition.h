// Finds out when a simulation repeats itself, so that it need not go on.
//
// A machine without chance that comes to a state for the second time does from then on what it did after the first:
// what an iteration takes is what passed between the two, over the iterations between them. "The same state" is meant
// relative to the current iteration and cycle, see docs/understand/simulation.md. States are compared in full, not by a
// hash.
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

  /// What it takes for a Machine to repeat itself: its state, number by number, in two parts (a few numbers that tell
  /// most states apart, and the rest; `each` returns false when it wants no more), and what numbers cannot say, since
  /// watch().
  template <class Machine> std::optional<Period> look(int iteration, int cycle, Machine &machine) {
    if (next_note_ > 0 && is_noted(machine))
      return Period{iteration - noted_iteration_, cycle - noted_cycle_};
    if (iteration >= next_note_)
      note(iteration, cycle, machine);
    return std::nullopt;
  }

private:
  /// Stops at the first difference, which nearly always is among the first numbers.
  template <class Machine> bool is_noted(const Machine &machine) const {
    auto next = noted_.begin();
    const auto is_next = [&](std::int64_t number) { return next != noted_.end() && *next++ == number; };
    return machine.describe_outline(is_next) && machine.describe_details(is_next) && next == noted_.end() &&
           machine.would_choose_again();
  }

  /// The state to find again is a later one from time to time: the first ones never come back, and what repeats after n
  /// iterations is found once the notes are so far apart.
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
    machine.watch();
  }

  static constexpr int fewest_between_notes = 4;

  std::vector<std::int64_t> noted_;
  int noted_iteration_ = 0;
  int noted_cycle_ = 0;
  int next_note_ = 0;
};

} // namespace osaca
