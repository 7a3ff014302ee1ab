// The symbols, relocations and other tables of Mach-O files, as hostile input.
#pragma once

#include "container/macho.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace osaca {

struct MachoSymbol {
  std::string_view name;
  std::uint64_t address = 0;
  std::uint32_t section = 0; ///< counted from 1; 0: none of this file
  bool is_external = false;
  bool is_inner_entry = false; ///< it belongs to the piece before it
  bool is_debug_map = false;   ///< it names an object that has debug information
};
/// By their numbers. Precondition here and below: `file` was read of `bytes`.
[[nodiscard]] std::vector<MachoSymbol> macho_symbols(std::string_view bytes, const MachoFile &file);

struct MachoRelocation {
  std::uint32_t place = 0;  ///< within the section
  std::uint32_t number = 0; ///< of a symbol, or of a section
  std::uint32_t type = 0;   ///< by the machine
  bool is_relative = false; ///< to the place
  bool is_external = false; ///< it names a symbol
};
[[nodiscard]] std::vector<MachoRelocation> macho_relocations(std::string_view bytes, const MachoSection &section);

/// What is stored after each other in 7 bits of a byte: distances between where functions begin. Addresses, ascending.
[[nodiscard]] std::vector<std::uint64_t> macho_function_starts(std::string_view bytes, const MachoFile &file);

struct MachoData {
  std::uint64_t address = 0;
  std::uint64_t size_bytes = 0;
};
[[nodiscard]] std::vector<MachoData> macho_data_in_code(std::string_view bytes, const MachoFile &file);

} // namespace osaca
