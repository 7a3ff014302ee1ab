#include "measure/from_tables/round_trips.h"

#include "base/index.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::from_tables {

namespace {

/// The operands that pass the value on: an explicit register that `to` reads and `from` writes.
struct Link {
  int written = 0; ///< operand of `from`
  int read = 0;    ///< operand of `to`
};

std::optional<Link> link_of(const Instruction &from, const Instruction &to) {
  for (std::size_t w = 0; w < from.operands.size(); ++w)
    for (std::size_t r = 0; r < to.operands.size(); ++r) {
      const Register *written = as_register(from.operands[w]);
      const Register *read = as_register(to.operands[r]);
      if (written != nullptr && read != nullptr && from.operands[w].written && to.operands[r].read &&
          !from.operands[w].implicit && !to.operands[r].implicit && written->overlaps(*read))
        return Link{static_cast<int>(w), static_cast<int>(r)};
    }
  return std::nullopt;
}

bool writes_general(const Instruction &instruction, int operand) {
  return as_register(instruction.operands[at(operand)])->kind == RegisterKind::gpr;
}

/// Measured sums are whole cycles, but for scatter.
double without_scatter(double cycles) {
  constexpr double scatter = 0.06;
  const double whole = std::round(cycles);
  return std::abs(cycles - whole) <= scatter ? whole : cycles;
}

/// LLVM's latencies of both legs, and half of the difference to the sum for each.
std::array<double, 2> divided(const RoundTrip &trip, const KnownForm &first, const KnownForm &second) {
  std::array<double, 2> parts = {compiler_latency(first, trip.legs[0].operands).to_double(),
                                 compiler_latency(second, trip.legs[1].operands).to_double()};
  const double rest = trip.cycles - parts[0] - parts[1];
  const double smaller = std::trunc(rest / 2);
  const std::size_t larger = trip.legs[0].writes_general ? 0 : 1;
  parts[larger] += rest - smaller;
  parts[1 - larger] += smaller;
  return parts;
}

} // namespace

std::optional<RoundTrip> round_trip_of(const PublishedRow &row, OpcodeFinder &finder) {
  const std::size_t end = row.assembly.find(';');
  if (end == std::string::npos || row.assembly.find(';', end + 1) != std::string::npos || !row.latency_cycles ||
      row.is_through_memory || row.is_special_access)
    return std::nullopt;
  const std::optional<Instruction> first = finder.find(std::string(trimmed(row.assembly.substr(0, end))));
  const std::optional<Instruction> second = finder.find(std::string(trimmed(row.assembly.substr(end + 1))));
  if (!first || !second || first->loads || first->stores || second->loads || second->stores)
    return std::nullopt;
  const std::optional<Link> there = link_of(*first, *second);
  const std::optional<Link> back = link_of(*second, *first);
  if (!there || !back)
    return std::nullopt;
  return RoundTrip{{{{first->opcode, {back->read, there->written}, writes_general(*first, there->written)},
                     {second->opcode, {there->read, back->written}, writes_general(*second, back->written)}}},
                   without_scatter(*row.latency_cycles)};
}

void add_latencies(const RoundTrip &trip, const Catalogue &catalogue, TableForms &forms) {
  const KnownForm *first = catalogue.find(trip.legs[0].opcode);
  const KnownForm *second = catalogue.find(trip.legs[1].opcode);
  const bool passes_between_files = trip.legs[0].writes_general != trip.legs[1].writes_general;
  if (first == nullptr || second == nullptr || !passes_between_files || !first->compiler.known ||
      !second->compiler.known)
    return;
  const std::array<const double *, 2> known = {forms.latency(trip.legs[0].opcode, trip.legs[0].operands),
                                               forms.latency(trip.legs[1].opcode, trip.legs[1].operands)};
  std::array<double, 2> parts{};
  if (known[0] != nullptr && known[1] != nullptr)
    return;
  if (known[0] == nullptr && known[1] == nullptr)
    parts = divided(trip, *first, *second);
  else
    for (const std::size_t i : {0U, 1U})
      parts[i] = known[i] != nullptr ? *known[i] : trip.cycles - *known[1 - i];
  if (std::ranges::any_of(parts, [](double cycles) { return cycles < 1; }))
    return; // the sum is not that of these latencies
  for (const std::size_t i : {0U, 1U})
    forms.figures[trip.legs[i].opcode].latencies.emplace(trip.legs[i].operands, parts[i]);
}

} // namespace osaca::measure::from_tables
