// The symbols and relocations of COFF objects, as hostile input.
#pragma once

#include "base/expected.h"
#include "container/coff.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace osaca {

struct CoffSymbol {
  enum class Kind {
    other, ///< debug information, names of files, the records behind symbols
    section,
    label,
    entry,   ///< what other files may use
    function ///< by its type
  };
  Kind kind = Kind::other;
  std::string_view name;
  std::uint32_t value = 0;          ///< within its section
  std::int32_t section = 0;         ///< counted from 1; 0 and below: none of this file
  std::uint32_t function_bytes = 0; ///< 0: not told
};

/// By their numbers, those of the records behind symbols (which are `other`) counted too. Precondition: `file` was read
/// of `bytes`.
[[nodiscard]] std::vector<CoffSymbol> coff_symbols(std::string_view bytes, const CoffFile &file);

struct CoffRelocation {
  std::uint32_t place = 0;  ///< within the section
  std::uint32_t symbol = 0; ///< its number, which may not exist
  std::uint16_t type = 0;   ///< by the machine
};
[[nodiscard]] std::vector<CoffRelocation> coff_relocations(std::string_view bytes, const CoffSection &section);

/// Of a linked file: what lies from an address of its image on, as far as the section goes; empty: no section is there.
[[nodiscard]] std::string_view image_bytes(std::string_view bytes, const CoffFile &file, std::uint64_t address);

} // namespace osaca
