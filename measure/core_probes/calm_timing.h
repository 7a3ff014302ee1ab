// Timings that count only while dispatch is as fast as it ever was. A second thread on the core takes every other slot
// for seconds; the fastest of a few runs in a row does not help then, but nops at the same time tell.
#pragma once

#include "measure/core_probes/evidence.h"

#include <optional>

namespace osaca::measure::core_probes {

class CalmTiming {
public:
  explicit CalmTiming(Evidence &evidence);

  /// The least of two calm timings; empty: it did not run, or somebody else was always on the core.
  [[nodiscard]] std::optional<double> time(const ProbeCode &code);

  /// Cycles per long nop where nobody else is on the core; 0: not known.
  [[nodiscard]] double slot_cycles() const { return slot_cycles_; }
  [[nodiscard]] bool was_crowded() const { return was_crowded_; }

  /// Whether dispatch is as fast as it ever was, just now.
  [[nodiscard]] bool is_calm();

private:
  Evidence &evidence_;
  double slot_cycles_ = 0;
  bool was_calm_ = false; ///< behind the last timing
  bool was_crowded_ = false;
};

constexpr const char *crowded_note = "somebody else was on the core";

} // namespace osaca::measure::core_probes
