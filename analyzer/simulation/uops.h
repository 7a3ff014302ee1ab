// The uops of all iterations, numbered in the order of their dispatch, until their macro-ops retire.
#pragma once

#include "base/index.h"
#include "simulation/plan.h"
#include "simulation/simulation.h"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace osaca {

// One uop and its state.

struct Uop {
  enum class Place : std::int8_t { queue, scheduler, issued };

  int ticks; ///< before it issues: when it will be ready, as far as is known. After that: the beginning of the cycle in
             ///< which it issued, or when it was ready if that is later. So fractions of cycles add up along a chain
  int pending;            ///< inputs that have not issued yet
  int index;              ///< index into the program's uops
  std::int16_t scheduler; ///< -1: in the queue
  Place place;
  std::int8_t bound; ///< port; -1: any that it may use
};

class Uops {
public:
  /// `longest_wait_ticks`: how long a uop has been ready makes no more difference after this time.
  Uops(std::size_t most, int longest_wait_ticks)
      : all_(std::make_unique_for_overwrite<Uop[]>(most)), longest_wait_ticks_(longest_wait_ticks) {}

  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] Uop &operator[](int number) { return all_[at(number)]; }
  [[nodiscard]] const Uop &operator[](int number) const { return all_[at(number)]; }

  /// Adds a uop, in the queue, and returns its number.
  int add(int index) {
    (*this)[count_] = {0, 0, index, -1, Uop::Place::queue, -1};
    return count_++;
  }

  /// Passes the state of all uops from number `first` on (negative: from before the first iteration) to `each`, with
  /// times relative to `now_ticks`. If a uop issued so long ago that no other uop waits for it, its state is the same
  /// number, however long ago it issued.
  template <class Each> bool describe(int first, int now_ticks, const SimulationPlan &plan, Each each) const {
    const int of_iteration = static_cast<int>(plan.demands.size());
    int index = (first % of_iteration + of_iteration) % of_iteration;
    for (int number = first; number < count_; ++number) {
      if (!each(number_for(number, now_ticks, -1 - plan.longest_offset_ticks[at(index)])))
        return false;
      index = index + 1 == of_iteration ? 0 : index + 1;
    }
    return true;
  }

private:
  /// The state of a uop as a number. Negative: it has issued; all times up to `long_ago` count as `long_ago`. The
  /// number of pending inputs is not included, because it follows from which uops have issued.
  [[nodiscard]] std::int64_t number_for(int number, int now_ticks, int long_ago) const {
    if (number < 0)
      return long_ago;
    const Uop &uop = (*this)[number];
    if (uop.place == Uop::Place::issued)
      return std::max(uop.ticks - now_ticks, long_ago);
    const std::int64_t time = std::max(uop.ticks - now_ticks, -longest_wait_ticks_) + longest_wait_ticks_;
    return (time << 16U) + (uop.bound + 1) * 256 + uop.scheduler + 1;
  }

  std::unique_ptr<Uop[]> all_; ///< only those before count_ have a value
  int longest_wait_ticks_;
  int count_ = 0;
};

// Retirement: macro-ops leave the reorder buffer in order, after all their uops have issued.

class Retirement {
public:
  Retirement(const SimulatedProgram &program, int width) : program_(program), width_(width) {}

  [[nodiscard]] int macro_ops() const { return macro_ops_; }   ///< that have retired
  [[nodiscard]] int iterations() const { return iterations_; } ///< that have retired
  [[nodiscard]] int uops() const { return uops_; }             ///< all with a smaller number have issued

  /// Retires macro-ops for one cycle. `ended` is called with the number of each iteration whose last macro-op retires.
  template <class Ended> void retire(int dispatched, const Uops &uops, Ended ended) {
    for (int r = 0; r < width_ && macro_ops_ < dispatched; ++r) {
      const int end = first_uop_ + program_.macro_ops[next_].uop_count;
      while (uops_ < end && uops[uops_].place == Uop::Place::issued)
        ++uops_;
      if (uops_ < end)
        return;
      first_uop_ = end;
      ++macro_ops_;
      if (++next_ == program_.macro_ops.size()) {
        next_ = 0;
        ended(iterations_++);
      }
    }
  }

private:
  const SimulatedProgram &program_;
  int width_;
  std::size_t next_ = 0; ///< the next macro-op in its iteration
  int first_uop_ = 0;    ///< of that macro-op
  int uops_ = 0;
  int macro_ops_ = 0;
  int iterations_ = 0;
};

} // namespace osaca
