// What was inlined where, by DWARF's entries for inlined subroutines. Clang writes them with -g and -gline-tables-only,
// GCC with -g and -g1.
#pragma once

#include "decode/dwarf/debug_entries.h"
#include "decode/image/inline_sites.h"
#include "decode/image/line_table.h"

namespace osaca {

/// Of a linked file. `lines`: its line tables, by whose numbers files are named. What is damaged is left out.
[[nodiscard]] InlineSites inlined_subroutines(const DebugSections &sections, const LineRows &lines);

} // namespace osaca
