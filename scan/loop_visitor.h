// Walks a parsed translation unit and notes its loops.
//
// Templates are walked as written, not as instantiated. A lambda belongs to the function around it: its loops count as
// nested in the loops around the lambda. `do ... while (0)` runs once and is no loop.
#pragma once

#include "scan/file_table.h"
#include "scan/pragma_watch.h"

#include <clang/AST/ASTContext.h>

namespace osaca::scan {

void collect_loops(clang::ASTContext &context, FileTable &files, const PragmaWatch &pragmas, Findings &findings);

} // namespace osaca::scan
