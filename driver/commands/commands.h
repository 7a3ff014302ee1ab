// The subcommands, and the list of them.
#pragma once

#include "driver/command_line/command.h"

namespace osaca::driver {

// Each subcommand is declared in a source file of its own.

extern const Command analyze_command;
extern const Command annotated_command;
extern const Command blocks_command;
extern const Command capture_command;
extern const Command completion_command;
extern const Command config_command;
extern const Command diff_command;
extern const Command doctor_command;
extern const Command instruction_command;
extern const Command lsp_command;
extern const Command manpage_command;
extern const Command measure_command;
extern const Command model_command;
extern const Command models_command;
extern const Command report_command;
extern const Command rules_command;
extern const Command scan_command;
extern const Command show_command;

// The list of subcommands, for dispatch, help, completions and suggestions.

/// Sorted by name.
[[nodiscard]] Commands commands();

} // namespace osaca::driver
