#include "driver/commands/command_table.h"

namespace osaca::driver {
namespace {

constexpr const Command *all_commands[] = {
    &analyze_command, &annotated_command, &blocks_command, &capture_command, &completion_command, &config_command,
    &diff_command,    &doctor_command,    &lsp_command,    &manpage_command, &measure_command,    &model_command,
    &models_command,  &report_command,    &rules_command,  &scan_command,    &show_command};

} // namespace

Commands commands() { return all_commands; }

} // namespace osaca::driver
