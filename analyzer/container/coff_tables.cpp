#include "container/coff_tables.h"

#include "container/byte_ranges.h"

namespace osaca {
namespace {

constexpr std::uint64_t short_name_bytes = 8;

/// Up to eight bytes in place, or zeros and a place among the strings.
std::string_view name_of_symbol(std::string_view bytes, const CoffFile &file, std::string_view record) {
  if (number_at<std::uint32_t>(record, 0) == 0)
    return text_at(bytes, file.strings + number_at<std::uint32_t>(record, 4));
  return text_at(record.substr(0, short_name_bytes), 0);
}

CoffSymbol::Kind kind_of_coff(unsigned type, unsigned storage_class, bool has_more, std::uint32_t value) {
  constexpr unsigned external = 2, internal = 3, label = 6;
  constexpr unsigned derived_function = 2;
  if (storage_class == label)
    return CoffSymbol::Kind::label;
  if (storage_class != external && storage_class != internal)
    return CoffSymbol::Kind::other;
  if ((type >> 4U & 3U) == derived_function)
    return CoffSymbol::Kind::function;
  if (storage_class == external)
    return CoffSymbol::Kind::entry;
  return has_more && value == 0 ? CoffSymbol::Kind::section : CoffSymbol::Kind::label;
}

} // namespace

std::vector<CoffSymbol> coff_symbols(std::string_view bytes, const CoffFile &file) {
  const std::uint64_t record_bytes = file.has_large_symbols ? 20 : 18;
  std::vector<CoffSymbol> symbols(file.symbol_count);
  for (std::uint64_t s = 0; s < file.symbol_count; ++s) {
    const std::string_view record = bytes_in(bytes, file.symbols + s * record_bytes, record_bytes);
    if (record.empty())
      break;
    CoffSymbol &made = symbols[s];
    const std::uint64_t rest = file.has_large_symbols ? 16 : 14; // the section's number is wider
    const unsigned more = number_at<std::uint8_t>(record, rest + 3);
    made.name = name_of_symbol(bytes, file, record);
    made.value = number_at<std::uint32_t>(record, 8);
    made.section = file.has_large_symbols ? number_at<std::int32_t>(record, 12) : number_at<std::int16_t>(record, 12);
    if (!file.has_large_symbols && made.section < -2) // more than 32,767 of them
      made.section += 0x10000;
    made.kind = kind_of_coff(number_at<std::uint16_t>(record, rest), number_at<std::uint8_t>(record, rest + 2),
                             more > 0, made.value);
    if (made.kind == CoffSymbol::Kind::function && more > 0)
      made.function_bytes = number_at<std::uint32_t>(bytes, file.symbols + (s + 1) * record_bytes + 4);
    s += more;
  }
  return symbols;
}

std::vector<CoffRelocation> coff_relocations(std::string_view bytes, const CoffSection &section) {
  constexpr std::uint64_t record_bytes = 10;
  std::vector<CoffRelocation> relocations;
  for (std::uint64_t r = 0; r < section.relocation_count; ++r) {
    const std::string_view record = bytes_in(bytes, section.relocations + r * record_bytes, record_bytes);
    if (record.empty())
      break;
    relocations.push_back({number_at<std::uint32_t>(record, 0) - section.first_place,
                           number_at<std::uint32_t>(record, 4), number_at<std::uint16_t>(record, 8)});
  }
  return relocations;
}

std::string_view image_bytes(std::string_view bytes, const CoffFile &file, std::uint64_t address) {
  const auto place = file.place_of(address);
  return place ? bytes_in(bytes, place->offset, place->size_bytes) : std::string_view();
}

} // namespace osaca
