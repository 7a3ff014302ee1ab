// Finds out when a simulation repeats itself, so that it need not go on.
//
// A machine without chance that comes to a state for the second time does from then on what it did after the first:
// what an iteration takes is what passed between the two, over the iterations between them. "The same state" is meant
// relative to the current iteration and cycle, see docs/simulation.md. States are compared in full, not by a hash.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace osaca {

class Repetition {
public:
  using State = std::vector<std::int64_t>;
  struct Period {
    int iterations = 0;
    int cycles = 0;
  };

  /// What it takes for a Machine to repeat itself: its state in two parts (a few numbers that tell most states apart,
  /// and the rest), and what a State cannot say, since watch().
  template <class Machine> std::optional<Period> look(int iteration, int cycle, Machine &machine) {
    outline_.clear();
    machine.describe_outline(outline_);
    if (outline_ == noted_outline_) {
      details_.clear();
      machine.describe_details(details_);
      if (details_ == noted_details_ && machine.would_choose_again())
        return Period{iteration - noted_iteration_, cycle - noted_cycle_};
    }
    if (iteration >= next_note_)
      note(iteration, cycle, machine);
    return std::nullopt;
  }

private:
  /// The state to find again is a later one from time to time: the first ones never come back, and what repeats after n
  /// iterations is found once the notes are so far apart.
  template <class Machine> void note(int iteration, int cycle, Machine &machine) {
    noted_iteration_ = iteration;
    noted_cycle_ = cycle;
    next_note_ = iteration + std::max(fewest_between_notes, iteration / 2);
    std::swap(noted_outline_, outline_);
    noted_details_.clear();
    machine.describe_details(noted_details_);
    machine.watch();
  }

  static constexpr int fewest_between_notes = 4;

  State outline_;
  State details_;
  State noted_outline_;
  State noted_details_;
  int noted_iteration_ = 0;
  int noted_cycle_ = 0;
  int next_note_ = 0;
};

} // namespace osaca
