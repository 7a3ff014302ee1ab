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

/// "e32,m2", alone or with other words before or after it.
VectorTypes vector_types_in(std::string_view words) {
  for (std::size_t begin = words.find('e'); begin != std::string_view::npos; begin = words.find('e', begin + 1)) {
    const std::size_t comma = words.find(",m", begin);
    if (comma == std::string_view::npos)
      return {};
    const std::string_view group = words.substr(comma + 1, words.find_first_of(" ;,", comma + 1) - comma - 1);
    if (const auto types = VectorTypes::named(std::string(words.substr(begin, comma - begin)) + std::string(group)))
      return *types;
  }
  return {};
}

} // namespace

void set_facts_of_notes(PublishedRow &row) {
  const auto notes = [&](std::string_view words) { return row.note.find(words) != std::string::npos; };
  const auto names = [&](std::string_view words) { return row.name.find(words) != std::string::npos; };
  row.is_from_address = notes("latency from the address");
  row.is_through_memory = notes("to the same memory");
  row.throughput_is_bound = notes("may limit the throughput") || is_of_thirteen_copies(row.throughput_cycles);
  row.has_doubtful_throughput = notes("doubtful");
  row.throughput_is_mixed = notes("between latency and throughput");
  row.is_of_second_result = names("dx/") || names("dx)") || names(" ah/") || names("(ah)");
  row.is_special_access = names("unaligned") || names("cross-");
  const std::size_t at = row.name.find('@');
  row.vector_types =
      vector_types_in(at == std::string::npos ? std::string_view(row.note) : std::string_view(row.name).substr(at));
}

} // namespace osaca::measure
