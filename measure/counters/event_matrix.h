// Counts of events in workloads of which it is known what they do: constant stress on one part of the machine at a
// time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

/// What an event is to count: lines that were read from L2, say. Empty `access`: both ways.
struct CountedPart {
  std::string resource;
  std::string access;
  friend bool operator==(const CountedPart &, const CountedPart &) = default;
};

struct StressWorkload {
  std::string name;
  std::string resource; ///< what it stresses; empty: none, it only computes
  std::string access;   ///< "read", "write", "streaming"; empty: neither
  double units = 0;     ///< that really moved (lines, pages); of one that only computes: of its work
  double bytes = 0;     ///< as measured by other means; 0: not told
  double bytes_per_unit = 0;
  double seconds = 0; ///< 0: not told
  double cycles = 0;  ///< of the core, as timed; 0: not told
  std::vector<CountedPart> through =
      {}; ///< parts that what moves here goes through as well: to count it there, too, is no mistake
  std::vector<std::string> untold = {}; ///< resources of which it is not known how much they do here
};

/// Sum of events with their signs, for what one event alone does not tell.
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
  /// Of a formula; empty: one of its events was not counted there.
  [[nodiscard]] std::optional<double> value(std::size_t workload, const EventFormula &formula) const;
};

/// "L2, read"
[[nodiscard]] std::string name_of(const CountedPart &part);
[[nodiscard]] EventFormula single_event(const std::string &name);

} // namespace osaca::measure
