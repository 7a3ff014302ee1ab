// The facts that tables state in words. Our readers of published formats and the tables of others use the same ones.
#include "measure/tables/published_notes.h"

namespace osaca::measure {

void set_facts_of_notes(PublishedRow &row) {
  const auto notes = [&](std::string_view words) { return row.note.find(words) != std::string::npos; };
  const auto names = [&](std::string_view words) { return row.name.find(words) != std::string::npos; };
  row.is_from_address = notes("latency from the address");
  row.is_through_memory = notes("to the same memory");
  row.is_limited_by_fetch = notes("may limit the throughput");
  row.has_doubtful_throughput = notes("doubtful");
  row.is_of_second_result = names("dx/") || names("dx)") || names(" ah/") || names("(ah)");
  row.is_special_access = names("unaligned") || names("cross-");
}

} // namespace osaca::measure
