#include "driver/commands/commands.h"

#include "driver/programs/processes.h"

namespace osaca::driver {

namespace {

constexpr const Command *all_commands[] = {
    &analyze_command, &annotated_command, &blocks_command,      &capture_command, &completion_command, &config_command,
    &diff_command,    &doctor_command,    &instruction_command, &lsp_command,     &manpage_command,    &measure_command,
    &model_command,   &models_command,    &report_command,      &rules_command,   &scan_command,       &show_command};

} // namespace

Commands commands() { return all_commands; }

// `osaca measure` and `osaca model` are implemented by a separate program, osaca-measure, because it executes code that
// osaca only reads, and to keep osaca small.

namespace {

constexpr const char *when_built = "every build of osaca contains it, so install osaca again";

} // namespace

const Command measure_command = {
    .name = "measure",
    .summary = "measure blocks, loops and instructions on this machine",
    .run = [](const Words &words) { return run_other_program(measure_command, when_built, words); },
    .other_program = "osaca-measure"};

const Command model_command = {
    .name = "model",
    .summary = "compare, create and import models of cores",
    .run = [](const Words &words) { return run_other_program(model_command, when_built, words); },
    .other_program = "osaca-measure"};

// `osaca scan` is implemented by a separate program, osaca-scan, because it needs Clang as a shared library.

const Command scan_command = {.name = "scan",
                              .summary = "list the loops of a project, and annotate them",
                              .run =
                                  [](const Words &words) {
                                    return run_other_program(scan_command,
                                                             "it is built only if libclang-22-dev is installed", words);
                                  },
                              .other_program = "osaca-scan"};

} // namespace osaca::driver
