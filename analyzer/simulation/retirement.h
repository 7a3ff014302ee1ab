// Macro-ops leave the reorder buffer in order, when all their uops have issued.
#pragma once

#include "simulation/program.h"
#include "simulation/uops.h"

namespace osaca {

class Retirement {
public:
  Retirement(const SimulatedProgram &program, int width) : program_(program), width_(width) {}

  [[nodiscard]] int macro_ops() const { return macro_ops_; }   ///< that have retired
  [[nodiscard]] int iterations() const { return iterations_; } ///< that have retired
  [[nodiscard]] int uops() const { return uops_; }             ///< all with a smaller number have issued

  /// One cycle's. `ended` is called with the number of each iteration of which the last macro-op retires.
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
  std::size_t next_ = 0; ///< macro-op in its iteration
  int first_uop_ = 0;    ///< of that macro-op
  int uops_ = 0;
  int macro_ops_ = 0;
  int iterations_ = 0;
};

} // namespace osaca
