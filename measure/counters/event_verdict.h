// Counts of events in workloads whose effect on the machine is known, and whether an event counts what a part of the
// machine really does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace osaca::measure {

// Counts of events in workloads whose effect on the machine is known: each stresses one part of the machine
// constantly.

/// What an event should count, for example the lines that were read from L2. An empty `access` means both directions.
struct CountedPart {
  std::string resource;
  std::string access;
  friend bool operator==(const CountedPart &, const CountedPart &) = default;
};

struct StressWorkload {
  std::string name;
  std::string resource; ///< the part that it stresses; empty: none, it only computes
  std::string access;   ///< "read", "write", "streaming"; empty: none of these
  double units = 0;     ///< lines or pages that really moved; if it stresses no part: units of its work
  double bytes = 0;     ///< as measured by other means; 0: not known
  double bytes_per_unit = 0;
  double seconds = 0; ///< 0: not known
  double cycles = 0;  ///< of the core, as timed; 0: not known
  std::vector<CountedPart> through =
      {}; ///< other parts that the data of this workload pass through: events of those parts may count the data, too
  std::vector<std::string> unknown_resources =
      {}; ///< resources for which it is not known how much they do in this workload
};

/// A sum of events with signs, for what no single event counts.
struct EventFormula {
  struct Term {
    int factor = 1;
    std::string event;
  };
  std::string name;
  std::vector<Term> terms;
};

struct EventMatrix {
  std::vector<std::string> events;
  std::vector<StressWorkload> workloads;
  std::vector<std::vector<std::optional<double>>> counts; ///< [workload][event]; empty: not counted

  [[nodiscard]] std::optional<std::size_t> event_named(std::string_view name) const;
  /// The value of a formula; empty: one of its events was not counted in this workload.
  [[nodiscard]] std::optional<double> value(std::size_t workload, const EventFormula &formula) const;
};

/// "L2, read"
[[nodiscard]] std::string name_of(const CountedPart &part);
[[nodiscard]] EventFormula single_event(const std::string &name);

// Whether an event counts what a part of the machine really does: the same number for each unit in workloads that
// stress this part, and none in the others.

struct EventVerdict {
  enum class Kind : std::uint8_t {
    exact,          ///< one for each unit
    by_factor,      ///< `per_unit`, a whole number, for each unit
    overcounts,     ///< `per_unit` is more than one and not a whole number: an upper bound
    undercounts,    ///< it counts only the share `per_unit` of the units
    counts_nothing, ///< in workloads where it should count
    counts_elsewhere,
    not_constant, ///< its workloads have different numbers of events per unit
    not_counted
  };
  EventFormula formula;
  Kind kind = Kind::not_counted;
  double per_unit = 0;
  std::string where;             ///< the workload that led to the rejection
  double there = 0;              ///< how many events per unit it counted in that workload
  std::vector<CountedPart> also; ///< parts whose units pass through this one, counted with the same factor

  [[nodiscard]] bool is_accepted() const { return kind == Kind::exact || kind == Kind::by_factor; }
};

[[nodiscard]] std::string_view name_of(EventVerdict::Kind kind);
/// "undercounts: sees 0.38 of each"
[[nodiscard]] std::string text_of(const EventVerdict &verdict);

/// All parts that the workloads stress, each once; if a part is accessed in several ways, also an entry for all its
/// accesses together.
[[nodiscard]] std::vector<CountedPart> parts_of(const EventMatrix &matrix);

/// Judges an event or formula. Workloads whose units pass through the part may be counted with the same factor or not
/// at all.
[[nodiscard]] EventVerdict judged(const EventMatrix &matrix, const EventFormula &formula, const CountedPart &part);

/// The verdicts on all events and formulas, the accepted ones first. Among these, the ones whose counts per unit are
/// nearest to a whole number come first.
[[nodiscard]] std::vector<EventVerdict>
ranked_events(const EventMatrix &matrix, const std::vector<EventFormula> &formulas, const CountedPart &part);

/// How much of the activity of each part an event counts: a fit by non-negative least squares.
[[nodiscard]] std::vector<std::pair<CountedPart, double>> overlap_of(const EventMatrix &matrix,
                                                                     const EventFormula &formula);

/// The most that a part can do, from a workload that saturates it.
struct Capacity {
  CountedPart part;
  double units_per_second = 0;
  double bytes_per_second = 0;         ///< as measured by other means
  double implied_bytes_per_second = 0; ///< computed from the units
  bool is_contradictory = false; ///< the two rates differ by more than rounding explains; neither replaces the other
};

/// For each part, the fastest of the workloads with a known time.
[[nodiscard]] std::vector<Capacity> capacities(const EventMatrix &matrix);

/// The share of the capacity that `count` events within `seconds` use; empty: the verdict on the event does not allow a
/// conclusion.
[[nodiscard]] std::optional<double> utilisation(const EventVerdict &verdict, const Capacity &capacity, double count,
                                                double seconds);

} // namespace osaca::measure
