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

  int ticks; ///< before the uop issues: when it will be ready, as far as is known. After that: the beginning of the
             ///< cycle in which it issued, or the time when it was ready, whichever is later, so that fractions of
             ///< cycles add up along a chain, less `late_ticks`
  int late_ticks; ///< how much earlier it could have begun, before the producer of an input that it needs late. Its
                  ///< result comes as much earlier
  int pending;    ///< inputs that have not issued yet
  int index;      ///< index into the program's uops
  std::int16_t scheduler; ///< -1: in the queue
  Place place;
  std::int8_t bound; ///< the port to which it is bound; -1: it may use any of its ports
};

class Uops {
public:
  explicit Uops(std::size_t most) : all_(std::make_unique_for_overwrite<Uop[]>(most)) {}

  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] Uop &operator[](int number) { return all_[at(number)]; }
  [[nodiscard]] const Uop &operator[](int number) const { return all_[at(number)]; }

  /// Adds a uop, in the queue, and returns its number.
  int add(int index) {
    (*this)[count_] = {0, 0, 0, index, -1, Uop::Place::queue, -1};
    return count_++;
  }

  /// Passes the state of all uops from number `first` on to `each`, with times relative to `now_ticks`. A negative
  /// `first` is a number before the first iteration. All uops that issued so long ago that no other uop waits for them
  /// have the same state.
  template <class Each> bool describe(int first, int now_ticks, const SimulationPlan &plan, Each each) const {
    const int of_iteration = static_cast<int>(plan.demands.size());
    int index = (first % of_iteration + of_iteration) % of_iteration;
    for (int number = first; number < count_; ++number) {
      if (!each(number_for(number, now_ticks, -1 - plan.longest_offset_ticks[at(index)], plan.longest_lead_ticks)))
        return false;
      index = index + 1 == of_iteration ? 0 : index + 1;
    }
    return true;
  }

private:
  /// The state of a uop as a number. It is negative if the uop has issued; all times up to `long_ago` then count as
  /// `long_ago`. The number of pending inputs is not included, because it follows from the states of the other uops.
  [[nodiscard]] std::int64_t number_for(int number, int now_ticks, int long_ago, int longest_lead) const {
    if (number < 0)
      return long_ago;
    const Uop &uop = (*this)[number];
    if (uop.place == Uop::Place::issued)
      return std::max(uop.ticks - now_ticks, long_ago);
    const std::int64_t time = std::max(uop.ticks - now_ticks, -longest_lead) + longest_lead;
    const std::int64_t times = time * (longest_lead + 1) + uop.late_ticks;
    return (times << 16U) + (uop.bound + 1) * 256 + uop.scheduler + 1;
  }

  std::unique_ptr<Uop[]> all_; ///< only those before count_ have a value
  int count_ = 0;
};

// Retirement: macro-ops leave the reorder buffer in order, after all their uops have issued.

class Retirement {
public:
  Retirement(const SimulatedProgram &program, int width) : program_(program), width_(width) {}

  [[nodiscard]] int macro_ops() const { return macro_ops_; }   ///< that have retired
  [[nodiscard]] int iterations() const { return iterations_; } ///< that have retired
  [[nodiscard]] int uops() const { return uops_; }             ///< all uops with a smaller number have issued

  /// Retires the macro-ops of one cycle. Calls `ended` with the number of each iteration whose last macro-op retires.
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
