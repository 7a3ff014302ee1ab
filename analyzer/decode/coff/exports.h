#pragma once

#include "container/coff_tables.h"
#include "decode/coff/windows_names.h"
#include "decode/image/code_section.h"
#include "decode/image/name_budget.h"

#include <string_view>
#include <vector>

namespace osaca {

/// The names under which a linked file offers its functions to others: all that is left of names without a program
/// database.
void add_exports(std::string_view bytes, const CoffFile &file, NameBudget &names, WindowsNames &names_of_functions,
                 std::vector<CodeSection> &sections);

} // namespace osaca
