#include "measure/counters/event_verdict.h"

#include "base/format.h"
#include "measure/file/number_text.h"

#include <algorithm>
#include <cmath>

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

// What an event counts for each part of the machine, if it counts several.

namespace {

constexpr int most_rounds = 2000;
constexpr double settled = 1e-9;
constexpr double least_events = 0.01; // events per unit

/// Minimises |A x - b| with x >= 0, one unknown after the other. It converges, since the sum of squares is convex.
std::vector<double> nonnegative_least_squares(const std::vector<std::vector<double>> &rows,
                                              const std::vector<double> &wanted, std::size_t unknowns) {
  std::vector<double> x(unknowns, 0);
  std::vector<double> left = wanted;
  for (int round = 0; round < most_rounds; ++round) {
    double most_change = 0;
    for (std::size_t k = 0; k < unknowns; ++k) {
      double slope = 0;
      double curvature = 0;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        slope += rows[i][k] * left[i];
        curvature += rows[i][k] * rows[i][k];
      }
      const double better = curvature > 0 ? std::max(0.0, x[k] + slope / curvature) : 0;
      const double change = better - x[k];
      for (std::size_t i = 0; i < rows.size(); ++i)
        left[i] -= change * rows[i][k];
      x[k] = better;
      most_change = std::max(most_change, std::abs(change));
    }
    if (most_change < settled)
      break;
  }
  return x;
}

} // namespace

std::vector<std::pair<CountedPart, double>> overlap_of(const EventMatrix &matrix, const EventFormula &formula) {
  std::vector<CountedPart> parts;
  const auto place_of = [&parts](const StressWorkload &workload) {
    const auto found = std::ranges::find_if(parts, [&](const CountedPart &one) {
      return one.resource == workload.resource && one.access == workload.access;
    });
    return static_cast<std::size_t>(found - parts.begin());
  };
  for (const StressWorkload &workload : matrix.workloads)
    if (!workload.resource.empty() && place_of(workload) == parts.size())
      parts.push_back({workload.resource, workload.access});
  std::vector<std::vector<double>> rows;
  std::vector<double> wanted;
  for (std::size_t i = 0; i < matrix.workloads.size(); ++i) {
    const StressWorkload &workload = matrix.workloads[i];
    const auto count = matrix.value(i, formula);
    if (!count || workload.units <= 0 || workload.resource.empty())
      continue;
    // Each workload has the same weight, however long it is.
    std::vector<double> row(parts.size(), 0);
    row[place_of(workload)] = 1;
    rows.push_back(std::move(row));
    wanted.push_back(*count / workload.units);
  }
  const std::vector<double> found = nonnegative_least_squares(rows, wanted, parts.size());
  std::vector<std::pair<CountedPart, double>> made;
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (found[k] >= least_events)
      made.emplace_back(parts[k], found[k]);
  return made;
}

namespace {

constexpr double factor_slack = 0.10;    // relative to the factor
constexpr double most_elsewhere = 0.05;  // per unit of the other parts
constexpr double most_whole_factor = 64; // single bytes of a line
constexpr double rounding = 0.05;        // of published rates

bool is_of(const StressWorkload &workload, const CountedPart &part) {
  return workload.resource == part.resource && (part.access.empty() || workload.access == part.access);
}

/// The nearest whole number if it is within the slack; 0: none.
double whole_factor(double per_unit) {
  const double whole = std::round(per_unit);
  return whole >= 1 && whole <= most_whole_factor && std::abs(per_unit - whole) <= factor_slack * whole ? whole : 0;
}

struct PerUnit {
  std::size_t workload = 0;
  double events = 0;
};

EventVerdict verdict_of_rates(EventVerdict made, const EventMatrix &matrix, const std::vector<PerUnit> &inside) {
  const auto by_events = [](const PerUnit &a, const PerUnit &b) { return a.events < b.events; };
  const auto [least, most] = std::ranges::minmax_element(inside, by_events);
  double sum = 0;
  for (const PerUnit &one : inside)
    sum += one.events;
  made.per_unit = sum / static_cast<double>(inside.size());
  const auto decided_by = [&](EventVerdict::Kind kind, const PerUnit &one) {
    made.kind = kind;
    made.where = matrix.workloads[one.workload].name;
    made.there = one.events;
    return made;
  };
  if (least->events <= most_elsewhere)
    return decided_by(EventVerdict::Kind::counts_nothing, *least);
  if (most->events - least->events > 2 * factor_slack * made.per_unit)
    return decided_by(EventVerdict::Kind::not_constant, *most);
  if (const double factor = whole_factor(made.per_unit); factor > 0)
    made.kind = factor == 1 ? EventVerdict::Kind::exact : EventVerdict::Kind::by_factor;
  else
    made.kind = made.per_unit > 1 ? EventVerdict::Kind::overcounts : EventVerdict::Kind::undercounts;
  return made;
}

/// Compares the event with all other workloads. Workloads whose units pass through the part are allowed; of what else
/// the event counts, the largest decides.
EventVerdict compared_with_others(EventVerdict made, const EventMatrix &matrix, const CountedPart &part,
                                  std::vector<PerUnit> elsewhere) {
  const auto goes_through = [&](const StressWorkload &workload) {
    return std::ranges::any_of(workload.through, [&](const CountedPart &other) {
      return other.resource == part.resource && (part.access.empty() || other.access == part.access);
    });
  };
  const auto is_allowed = [&](const PerUnit &one) {
    return goes_through(matrix.workloads[one.workload]) &&
           std::abs(one.events - made.per_unit) <= 2 * factor_slack * made.per_unit;
  };
  for (const PerUnit &one : elsewhere)
    if (const StressWorkload &workload = matrix.workloads[one.workload]; is_allowed(one))
      if (const CountedPart other{workload.resource, workload.access};
          std::ranges::find(made.also, other) == made.also.end())
        made.also.push_back(other);
  elsewhere.erase(std::remove_if(elsewhere.begin(), elsewhere.end(), is_allowed), elsewhere.end());
  if (elsewhere.empty())
    return made;
  const PerUnit most = *std::ranges::max_element(
      elsewhere, [](const PerUnit &a, const PerUnit &b) { return std::abs(a.events) < std::abs(b.events); });
  made.kind = EventVerdict::Kind::counts_elsewhere;
  made.where = matrix.workloads[most.workload].name;
  made.there = most.events;
  made.also.clear();
  return made;
}

double distance_from_factor(const EventVerdict &one) {
  const double factor = whole_factor(one.per_unit);
  return factor > 0 ? std::abs(one.per_unit - factor) / factor : 1;
}

} // namespace

std::string_view name_of(EventVerdict::Kind kind) {
  switch (kind) {
  case EventVerdict::Kind::exact: return "exact";
  case EventVerdict::Kind::by_factor: return "by a factor";
  case EventVerdict::Kind::overcounts: return "overcounts";
  case EventVerdict::Kind::undercounts: return "undercounts";
  case EventVerdict::Kind::counts_nothing: return "counts nothing";
  case EventVerdict::Kind::counts_elsewhere: return "counts elsewhere";
  case EventVerdict::Kind::not_constant: return "not constant";
  case EventVerdict::Kind::not_counted: break;
  }
  return "not counted";
}

namespace {

std::string also_text(const EventVerdict &verdict) {
  std::string text;
  for (const CountedPart &part : verdict.also)
    text += (text.empty() ? "; also counts what passes through here: " : "; ") + name_of(part);
  return text;
}

} // namespace

std::string text_of(const EventVerdict &verdict) {
  constexpr int digits = 2;
  const std::string name(name_of(verdict.kind));
  switch (verdict.kind) {
  case EventVerdict::Kind::exact:
  case EventVerdict::Kind::by_factor:
  case EventVerdict::Kind::overcounts:
    return format_text("{}: {} per unit{}", name, decimal(verdict.per_unit, digits), also_text(verdict));
  case EventVerdict::Kind::undercounts: return format_text("{}: {} per unit", name, decimal(verdict.per_unit, digits));
  case EventVerdict::Kind::not_counted: return name;
  case EventVerdict::Kind::counts_nothing:
  case EventVerdict::Kind::counts_elsewhere:
  case EventVerdict::Kind::not_constant: break;
  }
  return format_text("{}: {} per unit in '{}'", name, decimal(verdict.there, digits), verdict.where);
}

std::vector<CountedPart> parts_of(const EventMatrix &matrix) {
  std::vector<CountedPart> parts;
  const auto add = [&parts](const CountedPart &part) {
    if (!part.resource.empty() && std::ranges::find(parts, part) == parts.end())
      parts.push_back(part);
  };
  const auto is_stressed_otherwise = [&](const StressWorkload &one) {
    return std::ranges::any_of(matrix.workloads, [&](const StressWorkload &other) {
      return other.resource == one.resource && other.access != one.access;
    });
  };
  for (const StressWorkload &one : matrix.workloads)
    add({one.resource, one.access});
  for (const StressWorkload &one : matrix.workloads)
    if (is_stressed_otherwise(one))
      add({one.resource, ""});
  return parts;
}

EventVerdict judged(const EventMatrix &matrix, const EventFormula &formula, const CountedPart &part) {
  EventVerdict made;
  made.formula = formula;
  std::vector<PerUnit> inside;
  std::vector<PerUnit> elsewhere;
  for (std::size_t i = 0; i < matrix.workloads.size(); ++i) {
    const StressWorkload &workload = matrix.workloads[i];
    const auto count = matrix.value(i, formula);
    const bool is_unknown =
        std::ranges::find(workload.unknown_resources, part.resource) != workload.unknown_resources.end();
    if (!count || workload.units <= 0 || is_unknown)
      continue;
    const PerUnit found{i, *count / workload.units};
    if (is_of(workload, part))
      inside.push_back(found);
    else if (std::abs(found.events) > most_elsewhere)
      elsewhere.push_back(found);
  }
  if (inside.empty())
    return made;
  made = verdict_of_rates(std::move(made), matrix, inside);
  if (made.kind == EventVerdict::Kind::counts_nothing)
    return made;
  return compared_with_others(std::move(made), matrix, part, std::move(elsewhere));
}

std::vector<EventVerdict> ranked_events(const EventMatrix &matrix, const std::vector<EventFormula> &formulas,
                                        const CountedPart &part) {
  std::vector<EventVerdict> made;
  for (const std::string &event : matrix.events)
    made.push_back(judged(matrix, single_event(event), part));
  for (const EventFormula &formula : formulas)
    made.push_back(judged(matrix, formula, part));
  const auto place = [](const EventVerdict &one) {
    return std::pair{static_cast<int>(one.kind), one.is_accepted() ? distance_from_factor(one) : 0.0};
  };
  std::ranges::stable_sort(made, [&](const EventVerdict &a, const EventVerdict &b) { return place(a) < place(b); });
  return made;
}

std::vector<Capacity> capacities(const EventMatrix &matrix) {
  std::vector<Capacity> made;
  for (const StressWorkload &workload : matrix.workloads) {
    if (workload.resource.empty() || workload.seconds <= 0 || workload.units <= 0)
      continue;
    Capacity one{
        {workload.resource, workload.access}, workload.units / workload.seconds, workload.bytes / workload.seconds};
    one.implied_bytes_per_second = one.units_per_second * workload.bytes_per_unit;
    one.is_contradictory =
        one.bytes_per_second > 0 && one.implied_bytes_per_second > 0 &&
        std::abs(one.implied_bytes_per_second - one.bytes_per_second) > rounding * one.bytes_per_second;
    const auto known = std::ranges::find_if(made, [&](const Capacity &other) {
      return other.part.resource == one.part.resource && other.part.access == one.part.access;
    });
    if (known == made.end())
      made.push_back(one);
    else if (known->units_per_second < one.units_per_second)
      *known = one;
  }
  return made;
}

std::optional<double> utilisation(const EventVerdict &verdict, const Capacity &capacity, double count, double seconds) {
  if (!verdict.is_accepted() || capacity.is_contradictory || capacity.units_per_second <= 0 || seconds <= 0)
    return std::nullopt;
  return count / whole_factor(verdict.per_unit) / seconds / capacity.units_per_second;
}

} // namespace osaca::measure
