// Subcommands that are programs of their own, as in git.
#pragma once

#include "driver/command_line/words.h"

namespace osaca::driver {

struct OtherProgram {
  const char *subcommand; ///< "scan"
  const char *name;       ///< "osaca-scan"
  const char *when_built; ///< for who does not have it: "it is built where ..."
};

/// Becomes that program, which is looked for beside this one and then where the shell would look. Comes back only if
/// that failed, which has been explained.
[[nodiscard]] int run_other_program(const OtherProgram &program, const Words &words);

} // namespace osaca::driver
