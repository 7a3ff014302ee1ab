#include "report/data_place.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace osaca {
namespace {

/// A model describes at most three levels of caches, and a file of the user may describe a fourth.
constexpr char last_cache_level = '4';

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A space between digits is kept, so that "8 000" is rejected instead of being read as one of two possible numbers.
std::string without_spaces(std::string_view text, int (*changed)(int)) {
  std::string out;
  bool is_after_space = false;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      is_after_space = true;
      continue;
    }
    if (is_after_space && is_digit(c) && !out.empty() && is_digit(out.back()))
      out += ' ';
    is_after_space = false;
    out += static_cast<char>(changed(static_cast<unsigned char>(c)));
  }
  return out;
}

constexpr std::pair<std::string_view, double> units[] = {
    {"", 1},     {"b", 1},    {"byte", 1},      {"bytes", 1},     {"kb", 1e3},
    {"mb", 1e6}, {"gb", 1e9}, {"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}};

} // namespace

DataPlace joined_places(DataPlace first, const DataPlace &otherwise) {
  if (!first.names_a_place()) {
    first.level = otherwise.level;
    first.bytes = otherwise.bytes;
  }
  if (!first.row_bytes && !first.row_elements) {
    first.row_bytes = otherwise.row_bytes;
    first.row_elements = otherwise.row_elements;
  }
  return first;
}

std::optional<std::int64_t> parse_bytes(std::string_view text) {
  const std::string packed = without_spaces(text, std::tolower);
  const std::size_t digits = std::min(packed.find_first_not_of("0123456789."), packed.size());
  const std::optional<double> number = parse_decimal(std::string_view(packed).substr(0, digits));
  if (!number)
    return std::nullopt;
  for (const auto &[name, factor] : units)
    if (std::string_view(packed).substr(digits) == name) {
      const double bytes = *number * factor;
      constexpr double most = 9007199254740992; // 2^53
      const bool is_part_of_a_byte =
          factor == 1 && bytes <= most && bytes != static_cast<double>(static_cast<std::int64_t>(bytes));
      if (is_part_of_a_byte)
        return std::nullopt;
      return bytes >= 1 && bytes <= most ? std::optional(static_cast<std::int64_t>(bytes)) : std::nullopt;
    }
  return std::nullopt;
}

Expected<DataPlace> parse_data_place(std::string_view text) {
  DataPlace place;
  const std::string name = without_spaces(text, std::toupper);
  const bool is_cache = name.size() == 2 && name[0] == 'L' && name[1] >= '1' && name[1] <= last_cache_level;
  if (is_cache || name == "MEM" || name == "MEMORY" || name == "DRAM") {
    place.level = is_cache ? name : "MEM";
    return place;
  }
  place.bytes = parse_bytes(text);
  if (place.bytes)
    return place;
  const std::string levels[] = {"L1", "L2", "L3", "MEM"};
  const bool is_level = name.starts_with('L') && name.find_first_not_of("0123456789", 1) == std::string::npos;
  return Error{
      format_text("'{}' is not a place of data: specify a level (L1, L2, L3, MEM) or a size (48 MB, 256 KiB){}",
                  text.substr(0, 40), is_level ? "" : suggestion(name, levels))};
}

Expected<DataPlace> parse_rows(std::string_view text) {
  DataPlace rows;
  const std::string packed = without_spaces(text, std::tolower);
  const std::size_t digits = std::min(packed.find_first_not_of("0123456789"), packed.size());
  const std::string unit = packed.substr(digits);
  const std::optional<std::int64_t> number = parse_bytes(packed.substr(0, digits));
  constexpr std::int64_t most_elements = std::int64_t{1} << 50;
  if (number && *number <= most_elements && unit.empty())
    rows.row_elements = number;
  else if (number && *number <= most_elements && (unit == "doubles" || unit == "double"))
    rows.row_bytes = *number * 8;
  else if (number && *number <= most_elements && (unit == "floats" || unit == "float"))
    rows.row_bytes = *number * 4;
  else
    rows.row_bytes = parse_bytes(text);
  if (rows.row_bytes || rows.row_elements)
    return rows;
  return Error{
      format_text("'{}' is not a row length: specify elements (8000, 8000 doubles, 8000 floats) or bytes (64 kB)",
                  text.substr(0, 40))};
}

std::string text_of(const DataPlace &place) {
  return place.level.empty() && place.bytes ? format_text("{} bytes", *place.bytes) : place.level;
}

} // namespace osaca
