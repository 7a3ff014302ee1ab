#include "measure/counters/event_matrix.h"

#include <algorithm>

namespace osaca::measure {

std::optional<std::size_t> EventMatrix::event_named(std::string_view name) const {
  const auto found = std::ranges::find(events, name);
  return found == events.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - events.begin()));
}

std::optional<double> EventMatrix::value(std::size_t workload, const EventFormula &formula) const {
  double sum = 0;
  for (const EventFormula::Term &term : formula.terms) {
    const auto event = event_named(term.event);
    const auto count = event ? counts.at(workload).at(*event) : std::nullopt;
    if (!count)
      return std::nullopt;
    sum += term.factor * *count;
  }
  return sum;
}

std::string name_of(const CountedPart &part) { return part.resource + (part.access.empty() ? "" : ", " + part.access); }

EventFormula single_event(const std::string &name) { return {name, {{1, name}}}; }

} // namespace osaca::measure
