#include "container/macho_tables.h"

#include "container/byte_ranges.h"

namespace osaca {

std::vector<MachoSymbol> macho_symbols(std::string_view bytes, const MachoFile &file) {
  constexpr std::uint64_t record_bytes = 16;
  constexpr unsigned of_debuggers = 0xe0, type_bits = 0x0e, in_section = 0x0e, external = 0x01, object_file = 0x66;
  constexpr unsigned alternative_entry = 0x200;
  const std::string_view strings = bytes_in(bytes, file.strings.offset, file.strings.size_bytes);
  std::vector<MachoSymbol> symbols(file.symbol_count);
  for (std::uint64_t s = 0; s < file.symbol_count; ++s) {
    const std::string_view record = bytes_in(bytes, file.symbols + s * record_bytes, record_bytes);
    if (record.empty())
      break;
    MachoSymbol &made = symbols[s];
    const unsigned type = number_at<std::uint8_t>(record, 4);
    made.is_debug_map = type == object_file;
    made.name = text_at(strings, number_at<std::uint32_t>(record, 0));
    if ((type & of_debuggers) != 0)
      continue;
    made.section = (type & type_bits) == in_section ? number_at<std::uint8_t>(record, 5) : 0;
    made.is_external = (type & external) != 0;
    made.is_inner_entry = (number_at<std::uint16_t>(record, 6) & alternative_entry) != 0;
    made.address = number_at<std::uint64_t>(record, 8);
  }
  return symbols;
}

std::vector<MachoRelocation> macho_relocations(std::string_view bytes, const MachoSection &section) {
  constexpr std::uint64_t record_bytes = 8;
  std::vector<MachoRelocation> relocations;
  for (std::uint64_t r = 0; r < section.relocation_count; ++r) {
    const std::string_view record = bytes_in(bytes, section.relocations + r * record_bytes, record_bytes);
    if (record.empty())
      break;
    const std::uint32_t bits = number_at<std::uint32_t>(record, 4);
    MachoRelocation made;
    made.place = number_at<std::uint32_t>(record, 0);
    made.number = bits & 0xffffffU;
    made.is_relative = (bits >> 24U & 1U) != 0;
    made.is_external = (bits >> 27U & 1U) != 0;
    made.type = bits >> 28U;
    relocations.push_back(made);
  }
  return relocations;
}

std::vector<std::uint64_t> macho_function_starts(std::string_view bytes, const MachoFile &file) {
  std::vector<std::uint64_t> starts;
  std::uint64_t address = file.text_address;
  std::uint64_t distance = 0;
  unsigned shift = 0;
  for (const char c : bytes_in(bytes, file.function_starts.offset, file.function_starts.size_bytes)) {
    const auto byte = static_cast<unsigned char>(c);
    if (shift < 64)
      distance |= std::uint64_t{byte & 0x7fU} << shift;
    shift += 7;
    if ((byte & 0x80U) != 0)
      continue;
    if (distance == 0 || address + distance < address) // the end; behind it is padding
      break;
    starts.push_back(address += distance);
    distance = shift = 0;
  }
  return starts;
}

std::vector<MachoData> macho_data_in_code(std::string_view bytes, const MachoFile &file) {
  constexpr std::uint64_t record_bytes = 8;
  // In objects they are said by addresses, in linked files by places in the file.
  const bool is_linked = file.type != MachoFile::Type::object;
  std::vector<MachoData> found;
  const std::string_view table = bytes_in(bytes, file.data_in_code.offset, file.data_in_code.size_bytes);
  for (std::uint64_t at = 0; at + record_bytes <= table.size(); at += record_bytes) {
    const std::uint64_t place = number_at<std::uint32_t>(table, at);
    found.push_back(
        {is_linked ? place - file.text_offset + file.text_address : place, number_at<std::uint16_t>(table, at + 4)});
  }
  return found;
}

} // namespace osaca
