// Whether an event counts what a part of the machine really does: the same number for each line where this part is
// stressed, and nothing elsewhere.
#pragma once

#include "measure/counters/event_matrix.h"

#include <cstdint>
#include <string_view>
#include <utility>

namespace osaca::measure {

struct EventVerdict {
  enum class Kind : std::uint8_t {
    exact,          ///< one for each unit
    by_factor,      ///< `per_unit`, a whole number, for each
    overcounts,     ///< `per_unit`, more than one and no whole number: an upper bound
    undercounts,    ///< it sees that part of them
    counts_nothing, ///< where it should
    counts_elsewhere,
    not_constant, ///< its workloads disagree on how many there are for each unit
    not_counted
  };
  EventFormula formula;
  Kind kind = Kind::not_counted;
  double per_unit = 0;
  std::string where;             ///< the workload that decided against it
  double there = 0;              ///< how many it counted for each unit of that one
  std::vector<CountedPart> also; ///< parts whose units go through this one, and which it counts by the same factor

  [[nodiscard]] bool is_accepted() const { return kind == Kind::exact || kind == Kind::by_factor; }
};

[[nodiscard]] std::string_view name_of(EventVerdict::Kind kind);
/// "undercounts: sees 0.38 of each"
[[nodiscard]] std::string text_of(const EventVerdict &verdict);

/// All parts that the workloads stress, each once; where one is stressed in several ways, all of them together, too.
[[nodiscard]] std::vector<CountedPart> parts_of(const EventMatrix &matrix);

/// Workloads whose units go through the part may be counted by the same factor or not at all.
[[nodiscard]] EventVerdict judged(const EventMatrix &matrix, const EventFormula &formula, const CountedPart &part);

/// All events and formulas, the accepted ones first, of these those nearest to their factor.
[[nodiscard]] std::vector<EventVerdict>
ranked_events(const EventMatrix &matrix, const std::vector<EventFormula> &formulas, const CountedPart &part);

/// How much of what each part does an event counts: the least squares that have no negative one.
[[nodiscard]] std::vector<std::pair<CountedPart, double>> overlap_of(const EventMatrix &matrix,
                                                                     const EventFormula &formula);

/// Saturated: what the part can do at most.
struct Capacity {
  CountedPart part;
  double units_per_second = 0;
  double bytes_per_second = 0;         ///< as measured by other means
  double implied_bytes_per_second = 0; ///< by the units
  bool is_contradictory = false; ///< the two differ by more than rounding explains; neither is taken for the other
};

/// Of each workload that tells its time, the fastest one for each part.
[[nodiscard]] std::vector<Capacity> capacities(const EventMatrix &matrix);

/// Part of the capacity that so many events in that time are; empty: the event does not tell.
[[nodiscard]] std::optional<double> utilisation(const EventVerdict &verdict, const Capacity &capacity, double count,
                                                double seconds);

} // namespace osaca::measure
