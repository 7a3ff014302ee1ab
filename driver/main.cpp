// `osaca`: finds the subcommand and hands over. Without one, the words are for `analyze`, as OSACA users type them.
#include "driver/command_line.h"
#include "driver/commands.h"
#include "driver/exit_status.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <string_view>

namespace osaca::driver {
namespace {

struct Command {
  std::string_view name;
  int (*run)(const Words &);
};

constexpr Command commands[] = {{"analyze", run_analyze}, {"blocks", run_blocks}, {"capture", run_capture},
                                {"config", run_config},   {"diff", run_diff},     {"measure", run_measure},
                                {"model", run_model},     {"models", run_models}, {"report", run_report},
                                {"rules", run_rules},     {"scan", run_scan},     {"show", run_show}};

int dispatch(Words words) {
  if (words.empty())
    return run_analyze(words);
  if (words.front() == "--version" || words.front() == "-V") {
    std::printf("osaca %s\n", OSACA_VERSION);
    return success;
  }
  if (words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  for (const Command &command : commands)
    if (words.front() == command.name)
      return command.run(Words(words.begin() + 1, words.end()));
  return run_analyze(words);
}

} // namespace
} // namespace osaca::driver

int main(int argc, char **argv) {
  // A reader that went away early (head) ends the output, not the program: the exit status still tells what was found.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return osaca::driver::dispatch(osaca::driver::Words(argv + 1, argv + argc));
  } catch (const std::exception &problem) {
    osaca::driver::complain(std::string("internal error: ") + problem.what());
    return osaca::driver::unusable_input;
  }
}
