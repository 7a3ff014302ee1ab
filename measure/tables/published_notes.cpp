// The facts that tables state in words. Our readers of published formats and the tables of others use the same ones.
#include "measure/tables/published_notes.h"

#include "base/text.h"

#include <cmath>
#include <string_view>

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

/// The number of uops or of a unit at the beginning of the text, which is cut off.
std::optional<int> take_count(std::string_view &text) {
  constexpr int most = 99;
  const std::optional<int> value = take_number<int>(text);
  return value && *value >= 0 && *value <= most ? value : std::nullopt;
}

/// "2*u1-6": two uops, each for one of six units. "u5/6": one for one of two.
std::optional<PublishedUse> use_of(std::string_view text) {
  PublishedUse use;
  if (!text.starts_with('u')) {
    const std::optional<int> uops = take_count(text);
    if (!uops || *uops == 0 || !text.starts_with("*u"))
      return std::nullopt;
    use.uops = *uops;
    text.remove_prefix(1);
  }
  text.remove_prefix(1);
  const std::optional<int> first = take_count(text);
  if (!first)
    return std::nullopt;
  std::optional<int> last = first;
  if (text.starts_with('-') || text.starts_with('/')) {
    text.remove_prefix(1);
    last = take_count(text);
  }
  if (!last || !text.empty())
    return std::nullopt;
  for (int unit = *first; unit <= *last; ++unit)
    use.units.push_back("u" + std::to_string(unit));
  return use;
}

/// From "uops 1, of units int 2 mem - fp -: 2*u1-6". A question mark is the source's own doubt.
std::vector<PublishedUse> uses_of(std::string_view note) {
  constexpr std::string_view introduction = "of units ";
  const std::size_t head = note.find(introduction);
  const std::size_t list = head == std::string_view::npos ? head : note.find(": ", head);
  if (list == std::string_view::npos)
    return {};
  std::string_view text = note.substr(list + 2);
  text = text.substr(0, text.find(';'));
  std::vector<PublishedUse> uses;
  while (!text.empty()) {
    const std::size_t comma = text.find(", ");
    std::optional<PublishedUse> use = use_of(text.substr(0, comma));
    if (!use)
      return {};
    uses.push_back(*std::move(use));
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 2);
  }
  return uses;
}

} // namespace

void set_facts_of_notes(PublishedRow &row) {
  const auto notes = [&](std::string_view words) { return row.note.find(words) != std::string::npos; };
  const auto names = [&](std::string_view words) { return row.name.find(words) != std::string::npos; };
  row.is_from_address = notes("latency from the address");
  row.is_through_memory = notes("to the same memory");
  row.throughput_is_bound = notes("may limit the throughput") || is_of_thirteen_copies(row.throughput_cycles);
  row.has_doubtful_throughput = notes("doubtful");
  row.throughput_is_mixed |= notes("between latency and throughput");
  row.is_of_second_result = names("dx/") || names("dx)") || names(" ah/") || names("(ah)");
  row.uses = uses_of(row.note);
  row.is_special_access = names("unaligned") || names("cross-");
  if (const std::size_t at = row.name.find('@'); row.vector_types.empty())
    row.vector_types =
        vector_types_in(at == std::string::npos ? std::string_view(row.note) : std::string_view(row.name).substr(at));
}

} // namespace osaca::measure
