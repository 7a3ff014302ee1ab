// `osaca-measure`, which `osaca measure` starts: commands that need the hardware.
#include "measure/commands/commands.h"
#include "measure/compose/commands.h"
#include "measure/from_tables/commands.h"
#include "measure/tables/commands.h"

#include <csignal>
#include <cstdio>
#include <exception>

namespace osaca::measure {
namespace {

constexpr const driver::Command *commands[] = {
    &blocks_command, &calls_command,         &counters_command, &instructions_command, &kernel_command,
    &memory_command, &measure_model_command, &ports_command,    &structure_command,    &validate_command};

constexpr CommandGroup group = {"osaca measure", "Measures code on this machine and compares it with predictions.", "",
                                commands};

constexpr const driver::Command *model_commands[] = {&model_build_command, &model_compose_command, &model_diff_command,
                                                     &model_from_tables_command, &model_import_command};

constexpr CommandGroup model_group = {
    "osaca model", "Compares, builds and imports the tables of instruction figures that predictions are based on.",
    "; 'osaca models' lists the models", model_commands};

/// `osaca model` also starts this program, with "osaca:model" as the first word; `osaca measure model` is another
/// command.
int dispatch(const Words &words) {
  if (!words.empty() && words.front() == "osaca:model")
    return run_group(model_group, Words(words.begin() + 1, words.end()));
  return run_group(group, words);
}

} // namespace
} // namespace osaca::measure

int main(int argc, char **argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return osaca::measure::dispatch({argv + 1, argv + argc});
  } catch (const std::exception &problem) {
    osaca::measure::complain(std::string("internal error: ") + problem.what());
    return osaca::measure::unusable_input;
  }
}
