// What it costs to dispatch an operation, and timings that count only while dispatch runs at its full speed.
#pragma once

#include "base/expected.h"
#include "measure/core_probes/evidence.h"

#include <optional>
#include <vector>

namespace osaca::measure::core_probes {

// Timings that count only while dispatch runs at the highest speed seen so far. A second thread on the core can take
// every other dispatch slot for seconds. Then even the fastest of a few consecutive runs is too slow. But nops that are
// timed at the same moment are slower too, which reveals the other thread.

class CalmTiming {
public:
  explicit CalmTiming(Evidence &evidence);

  /// The lower of two undisturbed timings. Empty: the code did not run, or another thread was always on the core.
  [[nodiscard]] std::optional<double> time(const ProbeCode &code);

  /// Cycles per long nop when no other thread is on the core; 0: not known.
  [[nodiscard]] double slot_cycles() const { return slot_cycles_; }
  [[nodiscard]] bool was_crowded() const { return was_crowded_; }

  /// Whether dispatch currently runs at the highest speed seen so far.
  [[nodiscard]] bool is_calm();

private:
  Evidence &evidence_;
  double slot_cycles_ = 0;
  bool was_calm_ = false; ///< after the last timing
  bool was_crowded_ = false;
};

constexpr const char *crowded_note = "another thread was on the core";

// What it costs to dispatch an operation. Several probes need this cost, to distinguish dispatch from other limits.

/// The dispatch width, from the rates of several kinds of code in operations per cycle.
[[nodiscard]] Expected<double> slots_per_cycle(std::vector<double> rates);

/// Cycles per long nop, which uses a dispatch slot and no other resource; 0: it could not be timed.
[[nodiscard]] double slot_cycles(Evidence &evidence);

/// Whether a difference of `slots` slots is one slot (true) or none (false); empty for anything else.
[[nodiscard]] std::optional<bool> whole_slot(double slots);

} // namespace osaca::measure::core_probes
