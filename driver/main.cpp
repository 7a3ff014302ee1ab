// `osaca`: finds the subcommand and hands over. Without one, the words are for `analyze`, as OSACA users type them.
#include "driver/command_line/exit_status.h"
#include "driver/command_line/messages.h"
#include "driver/commands/command_table.h"
#include "driver/programs/version.h"

#include <csignal>
#include <cstdio>
#include <exception>

namespace osaca::driver {
namespace {

int dispatch(Words words) {
  if (words.empty())
    return analyze_command.run(words);
  if (words.front() == "--version" || words.front() == "-V") {
    std::printf("%s", version_text().c_str());
    return success;
  }
  if (words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  if (const Command *command = find_command(commands(), words.front()))
    return command->run(Words(words.begin() + 1, words.end()));
  return analyze_command.run(words);
}

} // namespace
} // namespace osaca::driver

int main(int argc, char **argv) {
  // A reader that went away early (head) ends the output, not the program: the exit status still tells what was found. A
  // file beyond the user's limit of sizes is one that cannot be written, which is told.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return osaca::driver::dispatch(osaca::driver::Words(argv + 1, argv + argc));
  } catch (const std::exception &problem) {
    osaca::driver::complain(std::string("internal error: ") + problem.what());
    return osaca::driver::unusable_input;
  }
}
