#include "calls/call_costs.h"

#include <algorithm>

namespace osaca {

void CallCosts::add(Load load) { tables_.push_back(std::move(load)); }

namespace {

std::optional<CallFigures> figures_for(const CallEntry &entry, std::optional<std::int64_t> bytes) {
  if (bytes)
    return entry.with_bytes(*bytes);
  const CallFigures *usual = entry.find(entry.typical);
  return usual == nullptr ? std::nullopt : std::optional(*usual);
}

} // namespace

std::optional<CallCost> CallCosts::find(std::string_view symbol, std::optional<std::int64_t> bytes,
                                        Tables which) const {
  const auto scaled = [](Cycles cycles, double factor) {
    return factor == 1 ? cycles : Cycles::nearest(cycles.to_double() * factor);
  };
  for (const Load &load : tables_) {
    const auto [table, scale, is_users] = load();
    if (which == Tables::of_user && !is_users)
      return std::nullopt; // those of the user were added first
    const CallEntry *entry = table == nullptr ? nullptr : table->find(symbol);
    const std::optional<CallFigures> figures = entry == nullptr ? std::nullopt : figures_for(*entry, bytes);
    if (!figures)
      continue;
    CallCost cost;
    cost.table = table;
    cost.entry = entry;
    cost.argument_class = figures->argument_class;
    cost.throughput_cycles = scaled(figures->throughput_cycles, scale.throughput);
    if (figures->latency_cycles)
      cost.latency_cycles = std::max(cost.throughput_cycles, scaled(*figures->latency_cycles, scale.latency));
    cost.core = table->core;
    cost.library = table->library;
    cost.is_estimated = scale.is_estimated;
    cost.origin = table->origin;
    cost.source = figures->source;
    return cost;
  }
  return std::nullopt;
}

} // namespace osaca
