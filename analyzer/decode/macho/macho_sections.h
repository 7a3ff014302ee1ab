// The code of Mach-O files with its symbols and relocations. Names have no underscore in front, which macOS adds to all
// of C's.
#pragma once

#include "container/macho_tables.h"
#include "decode/image/code_section.h"
#include "decode/image/name_budget.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace osaca {

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

} // namespace osaca
