// The code of Windows' files with its symbols and relocations.
#pragma once

#include "container/coff_tables.h"
#include "decode/coff/windows_names.h"
#include "decode/image/code_section.h"
#include "decode/image/name_budget.h"

#include <string_view>
#include <vector>

namespace osaca {

/// CodeSection::index counts from 1, as symbols do.
[[nodiscard]] std::vector<CodeSection> coff_code_sections(std::string_view bytes, const CoffFile &file);

void add_coff_symbols(const CoffFile &file, const std::vector<CoffSymbol> &symbols, NameBudget &names,
                      WindowsNames &names_of_functions, std::vector<CodeSection> &sections);

/// Of an object.
void add_coff_references(std::string_view bytes, const CoffFile &file, const std::vector<CoffSymbol> &symbols,
                         NameBudget &names, std::vector<CodeSection> &sections);

} // namespace osaca
