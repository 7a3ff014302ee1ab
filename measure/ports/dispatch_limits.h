// How many instructions a cycle a core takes up, and how many of those slots a form needs.
#pragma once

#include "measure/ports/port_map.h"

#include <optional>
#include <string_view>
#include <vector>

namespace osaca::measure {

/// Of the width: what runs as fast as this is limited by dispatch.
constexpr double dispatch_bound_share = 0.93;

/// Of forms that do nothing: some cores put two of them into one, so that they say nothing about the width.
constexpr std::string_view no_operation_group = "nop";

/// Most instructions per cycle that several reliable mixes agree on: a single one may be wrong.
[[nodiscard]] double agreed_rate(const MixLog &log, const std::vector<FormUnderTest> &forms);

struct DispatchLimits {
  double width = 0;               ///< most instructions per cycle that were seen
  std::optional<int> filler = {}; ///< a form that no pipe limits; empty: none does
  double filler_rate = 0;         ///< of it alone, per cycle
};

/// `solo`: cycles of each form alone, empty where unknown. The fastest forms of all groups are mixed.
[[nodiscard]] DispatchLimits dispatch_limits(MixLog &log, const std::vector<FormUnderTest> &forms,
                                             const std::vector<std::optional<double>> &solo);

/// Of one copy, by mixing it with so much of the filler that only dispatch limits. Empty: cannot be told.
[[nodiscard]] std::optional<double> dispatch_slots(MixLog &log, const DispatchLimits &limits, int form,
                                                   double solo_cycles);

} // namespace osaca::measure
