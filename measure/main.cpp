// `osaca-measure`, which `osaca measure` starts: commands that need the hardware.
#include "measure/commands/commands.h"
#include "measure/compose/commands.h"

#include <csignal>
#include <cstdio>
#include <exception>

namespace osaca::measure {
namespace {

constexpr const driver::Command *commands[] = {&blocks_command, &counters_command, &instructions_command,
                                               &kernel_command, &memory_command,   &measure_model_command,
                                               &ports_command,  &structure_command};

constexpr CommandGroup group = {"osaca measure", "Measures code on this machine and compares it with predictions.", "",
                                commands};

/// `osaca model` also starts this program, with "osaca:model" as the first word; `osaca measure model` is another
/// command.
int dispatch(const Words &words) {
  if (!words.empty() && words.front() == "osaca:model")
    return run_model(Words(words.begin() + 1, words.end()));
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
