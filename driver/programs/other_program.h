// Subcommands that are programs of their own, as in git.
#pragma once

#include "driver/command_line/command.h"

namespace osaca::driver {

/// What that program gets for these words: a program that does several commands is told which one.
[[nodiscard]] Words words_for_other_program(const Command &command, const Words &words);

/// Becomes that program, which is looked for beside this one and then where the shell would look. Comes back only if
/// that failed, which has been explained. `when_built`: for who does not have it, "it is built where ...".
[[nodiscard]] int run_other_program(const Command &command, const char *when_built, const Words &words);

} // namespace osaca::driver
