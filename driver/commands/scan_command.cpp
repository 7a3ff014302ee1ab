// `osaca scan`: a program of its own, osaca-scan, because it needs Clang as a shared library.
#include "driver/commands/commands.h"
#include "driver/programs/other_program.h"

namespace osaca::driver {

const Command scan_command = {.name = "scan",
                              .summary = "the loops of a project; puts pragmas before them",
                              .run =
                                  [](const Words &words) {
                                    return run_other_program(scan_command,
                                                             "it is built where libclang-22-dev is installed", words);
                                  },
                              .other_program = "osaca-scan"};

} // namespace osaca::driver
