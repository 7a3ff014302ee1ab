#pragma once

#include "container/macho_tables.h"
#include "decode/image/line_table.h"

#include <string_view>
#include <vector>

namespace osaca {

/// By DWARF's tables of an object, or of the file in a .dSYM.
[[nodiscard]] LineRows macho_lines(std::string_view bytes, const MachoFile &file,
                                   const std::vector<MachoSymbol> &symbols);

} // namespace osaca
