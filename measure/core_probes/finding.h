// What one probe found out: a value with its unit, how it was concluded, and the curve behind it. Where the
// measurements do not say it clearly there is no value but the reason why.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

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

/// What a machine model can say about a finding.
enum class Aspect {
  none,
  dispatch_width,
  reorder_buffer,
  scheduler_entries, ///< `subject`: an instruction that waits in it
  taken_branch_cycles,
  misprediction_cycles,
  load_latency,   ///< `subject`: the load
  forward_cycles, ///< `subject`: the store, then the load
  failed_forward_cycles,
  renamed_load, ///< the same; yes or no
  zero_idiom,   ///< `subject` needs no source; yes or no
  eliminated,   ///< `subject` needs no port; yes or no
  fuses,        ///< the two instructions of `subject`; yes or no
  reader_delay, ///< pairs of `subject`: how much longer the second takes because it reads what the first wrote
  split_among_first,
  splits_per_cycle,
  ops_read_per_cycle,
  crossing_stores_apart, ///< yes or no
  grouped_accesses,      ///< yes or no
  renamed_loads_in_turns ///< yes or no
};

struct Finding {
  std::string name;            ///< "window.reorder_buffer": the probe's name and the thing's
  std::string unit;            ///< "cycles", "entries", "yes or no", ...
  std::optional<double> value; ///< 1 and 0 for yes and no; empty: could not be told
  double spread = 0;           ///< (max - min) / median of the figures that the value comes from
  std::string concluded;       ///< how; or why it could not be told
  std::optional<Curve> curve = std::nullopt;
  bool is_unstable = false; ///< somebody else was on the core
  Aspect aspect = Aspect::none;
  std::string subject = {};                 ///< assembly, instructions divided by "; "
  std::vector<std::string> holds_with = {}; ///< of several cases those for which it holds: "je"
};

constexpr const char *yes_or_no = "yes or no";

/// "320 entries", "yes", "could not be told"
[[nodiscard]] std::string value_text(const Finding &finding);

} // namespace osaca::measure::core_probes
