#pragma once

#include "container/coff_tables.h"
#include "decode/image/line_table.h"

#include <string_view>
#include <vector>

namespace osaca {

/// Of an object or linked file: DWARF's (.debug_line), or CodeView's (.debug$S).
[[nodiscard]] LineRows coff_lines(std::string_view bytes, const CoffFile &file, const std::vector<CoffSymbol> &symbols);

} // namespace osaca
