// Reads macOS objects and programs into an ObjectImage: their code with symbols and relocations, and source lines.
#pragma once

#include "base/expected.h"
#include "container/macho.h"
#include "decode/image/code_section.h"
#include "decode/image/line_table.h"
#include "decode/image/object_image.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace osaca {

// The code of Mach-O files with its symbols and relocations. The underscore that macOS prefixes to C names is removed.

/// CodeSection::index counts from 1, as in symbols.
[[nodiscard]] std::vector<CodeSection> macho_code_sections(std::string_view bytes, const MachoFile &file);

/// `symbols` are those of the file itself, or of the file with its debug information.
void add_macho_symbols(const MachoFile &file, const std::vector<MachoSymbol> &symbols, NameBudget &names,
                       std::vector<CodeSection> &sections);

/// For objects only.
void add_macho_references(std::string_view bytes, const MachoFile &file, const std::vector<MachoSymbol> &symbols,
                          NameBudget &names, std::vector<CodeSection> &sections);

/// The targets of the linker's stubs, by the address of the stub.
[[nodiscard]] std::unordered_map<std::uint64_t, std::string> macho_stub_names(std::string_view bytes,
                                                                              const MachoFile &file,
                                                                              const std::vector<MachoSymbol> &symbols,
                                                                              NameBudget &names);

/// The lines of an object, or of the file in a .dSYM, from its DWARF tables.
[[nodiscard]] LineRows macho_lines(std::string_view bytes, const MachoFile &file,
                                   const std::vector<MachoSymbol> &symbols);

/// Reads an object, program or library. `debug_bytes` holds the file in its .dSYM, with the names and lines of a linked
/// file; empty: none. Unreadable parts of it are ignored. Errors (without line and column): the file cannot be read, or
/// its code is for an unsupported CPU.
[[nodiscard]] Expected<ObjectImage> macho_image(std::string_view bytes, std::string_view debug_bytes);

} // namespace osaca
