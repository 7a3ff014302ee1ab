// Infers from the times of mixes which pipes each form uses, and its other limits: dispatch and slow units.
#pragma once

#include "measure/ports/port_map.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace osaca::measure {

// Infers from the times of mixes which pipes each form uses.
//
// Nothing is measured here: a function returns the time of a mix, so that the inference can be tested with simulated
// cores. The same times give the same result. The number of mixes is bounded: for n forms in c classes about n (c + 2),
// and some more for each form that is not a single uop. No single figure decides (see misfit()). The best explanation
// is chosen if it is clearly better than all others, and the result includes how clear it is.

struct InferenceOptions {
  int random_mixes = 60; ///< for checking the result
  /// Called before each form with the number of finished steps and of all steps.
  std::function<void(std::size_t done, std::size_t of, std::string_view step)> progress = nullptr;
};

[[nodiscard]] PortMap infer_ports(const std::vector<FormUnderTest> &forms, MixLog &log,
                                  const InferenceOptions &options);

// How many instructions per cycle a core dispatches, and how many of those slots a form needs.

/// A rate of at least this share of the width means that dispatch is the limit.
constexpr double dispatch_bound_share = 0.93;

/// The group of forms that do nothing. Some cores combine two of them into one macro-op, so they say nothing about the
/// width.
constexpr std::string_view no_operation_group = "nop";

/// The highest rate in instructions per cycle that several reliable mixes agree on; a single one may be wrong.
[[nodiscard]] double agreed_rate(const MixLog &log, const std::vector<FormUnderTest> &forms);

struct DispatchLimits {
  double width = 0;               ///< the highest rate that was observed, in instructions per cycle
  std::optional<int> filler = {}; ///< a form that no pipe limits; empty: there is none
  double filler_rate = 0;         ///< of the filler alone, per cycle
};

/// `solo`: cycles of each form alone, empty if unknown. Mixes the fastest forms of all groups.
[[nodiscard]] DispatchLimits dispatch_limits(MixLog &log, const std::vector<FormUnderTest> &forms,
                                             const std::vector<std::optional<double>> &solo);

/// The slots of one copy, from a mix with enough filler that only dispatch limits it. Empty: they cannot be determined.
[[nodiscard]] std::optional<double> dispatch_slots(MixLog &log, const DispatchLimits &limits, int form,
                                                   double solo_cycles);

// Step 3: slow units that no class of pipes explains, such as a divider that is busy for several cycles.

/// Finds the slow unit of each form whose time alone is not explained by its pipes. The form is mixed with the first
/// form of each unit found so far, such that both forms alone would take about equally long. If they share the unit,
/// the mix takes twice as long.
void find_slow_units(MixLog &log, PortMap &map);

} // namespace osaca::measure
