// Regions that people and tools marked in the input.
//
//     # OSACA-BEGIN [name]     ... # OSACA-END [name]
//     # LLVM-MCA-BEGIN [name]  ... # LLVM-MCA-END [name]
//     movl $111,%ebx; .byte 100,103,144 ... movl $222,%ebx; .byte 100,103,144     (IACA, x86)
//     mov x1,#111; .byte 213,3,32,31    ... mov x1,#222; .byte 213,3,32,31        (OSACA, AArch64)
//     li a1,111; .byte 19,0,0,0         ... li a1,222; .byte 19,0,0,0             (OSACA, RISC-V)
//
// Comments nest by llvm-mca's rules: regions with names may overlap, two that are open at once may not share a name (or
// lack one), and an end without a name closes the only open region.
#pragma once

#include "base/expected.h"
#include "loops/statement.h"

#include <string>
#include <vector>

namespace osaca {

struct MarkedRegion {
  std::string name;     ///< may be empty
  StatementIndex begin; ///< statements [begin, end)
  StatementIndex end;
  int line = 0; ///< of the marker that begins it
};

struct Markers {
  std::vector<MarkedRegion> regions;  ///< in input order; what was marked in several styles at once is one
  Indexed<Statement, char> is_marker; ///< it belongs to a marker, not to the program
};

[[nodiscard]] Expected<Markers> find_markers(const ParsedUnit &unit, const std::string &input_name);

} // namespace osaca
