// SPDX-License-Identifier: GPL-3.0-or-later
// Which annotated statement a machine loop comes from, and where it is written.
#pragma once

#include "machine/machine_loops.h"

namespace osaca::gcc {

/// Sets the statements of the loop, and where it is written. Its source loop must be known. `places`: its instructions.
void note_statements(MachineLoop &machine, const LoopPlaces &places, const LoopExtents &extents,
                     AnnotatedStatements &statements, InlineContexts &contexts);

} // namespace osaca::gcc
