// What one probe found: a value with its unit, how it was concluded, and the curve that supports it; and how files and
// terminals show it.
#pragma once

#include "measure/file/measurement.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

// What one probe found: a value with its unit, how it was concluded, and the curve that supports it. If the
// measurements are not clear, there is no value but the reason why.

struct CurvePoint {
  int x = 0;
  double y = 0;
  friend bool operator==(const CurvePoint &, const CurvePoint &) = default;
};

struct Curve {
  std::string x; ///< "fillers"
  std::string y; ///< "cycles per round"
  std::vector<CurvePoint> points;
};

/// The statement of a machine model that a finding can be compared with.
enum class Aspect {
  none,
  dispatch_width,
  reorder_buffer,
  scheduler_entries, ///< `subject`: an instruction that waits in the scheduler
  taken_branch_cycles,
  misprediction_cycles,
  run_end_cycles,
  load_latency,   ///< `subject`: the load
  forward_cycles, ///< `subject`: the store, then the load
  failed_forward_cycles,
  renamed_load, ///< `subject` as for forward_cycles; yes or no
  zero_idiom,   ///< `subject` does not wait for its source; yes or no
  eliminated,   ///< `subject` uses no port; yes or no
  fuses,        ///< the two instructions of `subject`; yes or no
  reader_delay, ///< `subject`: two instructions; how much longer the second takes because it reads the result of the
                ///< first
  split_among_first,
  splits_per_cycle,
  ops_read_per_cycle,
  crossing_stores_apart, ///< yes or no
  page_crossing_cycles,
  grouped_accesses,       ///< yes or no
  renamed_loads_in_turns, ///< yes or no
  loads_bound_in_turn,    ///< yes or no
  results_block,          ///< yes or no
  dispatch_groups,        ///< yes or no
  vector_results          ///< results of vector operations delay integer operations; yes or no
};

struct ProbeFinding {
  std::string name;            ///< "window.reorder_buffer": the name of the probe and that of the property
  std::string unit;            ///< "cycles", "entries", "yes or no", ...
  std::optional<double> value; ///< 1 and 0 for yes and no; empty: it could not be determined
  double spread = 0;           ///< (max - min) / median of the figures that the value comes from
  std::string concluded;       ///< how it was concluded, or why it could not be determined
  std::optional<Curve> curve = std::nullopt;
  bool is_unstable = false; ///< another thread was on the core
  Aspect aspect = Aspect::none;
  std::string subject = {};                 ///< assembly; instructions are separated by "; "
  std::vector<std::string> holds_with = {}; ///< if there are several cases, those for which it holds: "je"
};

constexpr const char *yes_or_no = "yes or no";

/// "320 entries", "yes", or a text that says that there is no value.
[[nodiscard]] std::string value_text(const ProbeFinding &finding);

// Structure files: YAML in the style of measurement files (docs/measure/structure.md).

[[nodiscard]] std::string head_yaml(const MeasuredMachine &machine);
[[nodiscard]] std::string finding_yaml(const ProbeFinding &finding);

/// For the terminal: name, value, and how it was concluded.
[[nodiscard]] std::string finding_text(const ProbeFinding &finding);

} // namespace osaca::measure::core_probes
