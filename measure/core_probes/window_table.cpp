#include "measure/core_probes/window_table.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::core_probes {
namespace {

constexpr double same = 0.03;
constexpr int loads = 2; // the two loads around the fillers are in the window too

Finding size(const WindowRow &row, std::string name, std::string unit, std::optional<int> value,
             std::string concluded) {
  Finding made;
  made.name = std::move(name);
  made.unit = std::move(unit);
  made.spread = row.finding.spread;
  made.is_unstable = row.finding.is_unstable;
  made.concluded = std::move(concluded);
  made.curve = row.finding.curve;
  if (value)
    made.value = *value;
  return made;
}

bool reaches(int fillers, int limit) { return fillers >= limit * (1 - same); }

/// The most that fits of what takes a place and little else; those that stop earlier run out of something of their own.
const WindowRow *largest_window(const std::vector<WindowRow> &rows) {
  const WindowRow *best = nullptr;
  for (const WindowRow &row : rows)
    if (row.resource == WindowResource::order && row.fillers && (best == nullptr || *row.fillers > *best->fillers))
      best = &row;
  return best;
}

Finding reorder_buffer(const std::vector<WindowRow> &rows, const WindowRow *best) {
  if (best == nullptr) {
    Finding none;
    none.name = "window.reorder_buffer";
    none.unit = "entries";
    none.concluded = "no code showed where the window ends";
    return none;
  }
  std::string agreeing;
  int count = 0;
  for (const WindowRow &row : rows)
    if (row.fillers && row.resource != WindowResource::compressed_order && reaches(*row.fillers, *best->fillers)) {
      agreeing += (agreeing.empty() ? "" : ", ") + row.what + " " + std::to_string(*row.fillers);
      ++count;
    }
  if (count < 2)
    return size(*best, "window.reorder_buffer", "entries", std::nullopt,
                "only " + best->what + " reach " + std::to_string(*best->fillers) +
                    "; nothing else confirms that the reorder buffer ends there");
  return size(*best, "window.reorder_buffer", "entries", *best->fillers + loads,
              "two loads and what fits between them: " + agreeing);
}

Finding register_finding(const WindowRow &row, int limit) {
  const std::string name = "window.registers." + row.name;
  if (!row.fillers)
    return size(row, name, "free registers", std::nullopt, row.finding.concluded);
  if (reaches(*row.fillers, limit))
    return size(row, name, "free registers", std::nullopt,
                "the reorder buffer is full first: at least " + std::to_string(*row.fillers));
  return size(
      row, name, "free registers", *row.fillers,
      "so many " + row.what +
          " fit, fewer than the reorder buffer has places; registers that hold the program's values come on top");
}

Finding waiting(const WindowRow &row, int limit, std::string name, std::string unit) {
  if (!row.fillers)
    return size(row, std::move(name), std::move(unit), std::nullopt, row.finding.concluded);
  if (reaches(*row.fillers, limit))
    return size(row, std::move(name), std::move(unit), std::nullopt,
                "the reorder buffer is full first: at least " + std::to_string(*row.fillers));
  Finding made = size(row, std::move(name), std::move(unit), *row.fillers, "so many " + row.what + " fit");
  if (row.resource != WindowResource::queue) {
    made.aspect = Aspect::scheduler_entries;
    made.subject = row.text;
  }
  return made;
}

/// Where the order ends; without a row that shows it, nothing is taken for its end.
int limit_of(const WindowRow *best) {
  constexpr int unknown = 1 << 20;
  return best == nullptr ? unknown : *best->fillers;
}

} // namespace

std::vector<Finding> conclude_window(const std::vector<WindowRow> &rows) {
  const WindowRow *best = largest_window(rows);
  std::vector<Finding> found = {reorder_buffer(rows, best)};
  found.back().aspect = Aspect::reorder_buffer;
  for (const WindowRow &row : rows)
    if (row.resource == WindowResource::registers)
      found.push_back(register_finding(row, limit_of(best)));
    else if (row.resource == WindowResource::order || row.resource == WindowResource::compressed_order)
      found.push_back(row.finding);
  return found;
}

std::vector<Finding> conclude_schedulers(const std::vector<WindowRow> &rows) {
  const int limit = limit_of(largest_window(rows));
  std::vector<Finding> found;
  for (const WindowRow &row : rows)
    if (row.resource == WindowResource::scheduler || row.resource == WindowResource::vector_scheduler ||
        row.resource == WindowResource::queue)
      found.push_back(waiting(row, limit, "schedulers." + row.name, "entries"));
  return found;
}

} // namespace osaca::measure::core_probes
