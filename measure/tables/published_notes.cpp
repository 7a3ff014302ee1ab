// The facts that tables state in words. Our readers of published formats and the tables of others use the same ones.
#include "measure/tables/published_notes.h"

#include <cmath>

namespace osaca::measure {

namespace {

/// InstLatx64's loops have 13 copies: 4 or 5 cycles of a loop mean anything from a quarter of a cycle upwards.
bool is_of_thirteen_copies(const std::optional<double> &cycles) {
  constexpr double four = 4.0 / 13;
  constexpr double five = 5.0 / 13;
  return cycles && (std::abs(*cycles - four) < 0.004 || std::abs(*cycles - five) < 0.01);
}

} // namespace

void set_facts_of_notes(PublishedRow &row) {
  const auto notes = [&](std::string_view words) { return row.note.find(words) != std::string::npos; };
  const auto names = [&](std::string_view words) { return row.name.find(words) != std::string::npos; };
  row.is_from_address = notes("latency from the address");
  row.is_through_memory = notes("to the same memory");
  row.throughput_is_bound = notes("may limit the throughput") || is_of_thirteen_copies(row.throughput_cycles);
  row.has_doubtful_throughput = notes("doubtful");
  row.is_of_second_result = names("dx/") || names("dx)") || names(" ah/") || names("(ah)");
  row.is_special_access = names("unaligned") || names("cross-");
}

} // namespace osaca::measure
