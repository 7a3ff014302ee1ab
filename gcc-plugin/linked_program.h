// SPDX-License-Identifier: GPL-3.0-or-later
// What concerns a program that is being linked as a whole (-flto). GCC looks at all of it in one process first (WPA),
// which writes no code, and then compiles its parts in several processes at once (LTRANS), none of which knows of the
// others.
#pragma once

#include "gcc_compat.h"

#include "arguments.h"

namespace osaca::gcc {

/// Writes no code: the parts are compiled by other processes.
[[nodiscard]] bool is_whole_program_process();

/// Compiles one of several parts.
[[nodiscard]] bool is_part_process();

/// As the file of the report is named after it: of the program, and of the part.
[[nodiscard]] std::string name_of_part();

/// What cannot be said of one part is not written: one file for all of them. Says so in the process that comes first.
[[nodiscard]] Arguments for_parts(Arguments arguments);

/// Takes away what an earlier link left in report_dir: this one may have fewer parts.
void drop_reports_of_parts(const Arguments &arguments);

/// Says which sources of the program's functions are gone, or were changed after they were compiled: the text that
/// pragmas are looked for in is not what was compiled. One note each, whatever their number.
void check_sources();

} // namespace osaca::gcc
