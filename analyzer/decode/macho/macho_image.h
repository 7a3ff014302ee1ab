// Objects and programs of macOS -> ObjectImage: their code with its symbols and relocations, and source lines.
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

// The code of Mach-O files with its symbols and relocations. Names have no underscore in front, which macOS adds to all
// of C's.

/// CodeSection::index counts from 1, as symbols do.
[[nodiscard]] std::vector<CodeSection> macho_code_sections(std::string_view bytes, const MachoFile &file);

/// `symbols` of the file itself, or of the one with its debug information.
void add_macho_symbols(const MachoFile &file, const std::vector<MachoSymbol> &symbols, NameBudget &names,
                       std::vector<CodeSection> &sections);

/// Of an object.
void add_macho_references(std::string_view bytes, const MachoFile &file, const std::vector<MachoSymbol> &symbols,
                          NameBudget &names, std::vector<CodeSection> &sections);

/// What the linker's stubs jump to, by their addresses.
[[nodiscard]] std::unordered_map<std::uint64_t, std::string> macho_stub_names(std::string_view bytes,
                                                                              const MachoFile &file,
                                                                              const std::vector<MachoSymbol> &symbols,
                                                                              NameBudget &names);

/// By DWARF's tables of an object, or of the file in a .dSYM.
[[nodiscard]] LineRows macho_lines(std::string_view bytes, const MachoFile &file,
                                   const std::vector<MachoSymbol> &symbols);

/// Of an object, or of a program or library. `debug_bytes`: the file in its .dSYM, which has the names and lines of a
/// linked one; empty: there is none; what cannot be read of it is not there. Errors (without a place): it cannot be
/// read, or code for another CPU.
[[nodiscard]] Expected<ObjectImage> macho_image(std::string_view bytes, std::string_view debug_bytes);

} // namespace osaca
