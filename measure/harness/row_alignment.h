// Where the rows of a stencil lie in their cache lines.
#pragma once

#include "measure/harness/loop_setup.h"

namespace osaca::measure {

/// Moves the beginnings of what is only read as an analysis takes them to lie (analysis/graph/stencil_alignment.h): if
/// a vector load shows that the loop reads neighbours, the rows through other pointers lie as far off their lines as
/// that load.
void lay_out_rows(const Kernel &loop, const RegisterUses &uses, GeneralRegisters &start);

} // namespace osaca::measure
