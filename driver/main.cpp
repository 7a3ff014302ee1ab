// `osaca`: finds the subcommand and hands over. Without one, the words are for `analyze`, as OSACA users type them.
#include "driver/command_line/messages.h"
#include "driver/commands/commands.h"
#include "driver/programs/installation.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>

namespace osaca::driver {
namespace {

/// The words are for `analyze` then, unless the first one is no file and looks like a command: what follows it are that
/// command's words, about which `analyze` would only say what nobody wants to know.
bool is_mistyped_command(const std::string &word) {
  std::error_code problem;
  return !word.empty() && word.front() != '-' && word.find_first_of("./") == std::string::npos &&
         !std::filesystem::exists(std::filesystem::symlink_status(word, problem)) &&
         !command_suggestion(commands(), word).empty();
}

int complain_of_command(const std::string &word) {
  complain("there is no command or file " + in_quotes(word) + command_suggestion(commands(), word) +
           " ('osaca --help' lists the commands)");
  return unusable_input;
}

int dispatch(Words words) {
  if (words.empty())
    return analyze_command.run(words);
  if (words.front() == "--version" || words.front() == "-V") {
    std::printf("%s", version_text().c_str());
    return success;
  }
  const bool asks_for_help = words.front() == "help";
  if (asks_for_help) {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  if (const Command *command = find_command(commands(), words.front()))
    return command->run(Words(words.begin() + 1, words.end()));
  const bool is_help_on_nothing = asks_for_help && words.size() > 1 && !words.front().starts_with('-');
  if (is_help_on_nothing || is_mistyped_command(words.front()))
    return complain_of_command(words.front());
  return analyze_command.run(words);
}

} // namespace
} // namespace osaca::driver

int main(int argc, char **argv) {
  // A reader that went away early (head) ends the output, not the program: the exit status still tells what was found.
  // A file beyond the user's limit of sizes is one that cannot be written, which is told.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return osaca::driver::dispatch(osaca::driver::Words(argv + 1, argv + argc));
  } catch (const std::exception &problem) {
    osaca::driver::complain(std::string("internal error: ") + problem.what());
    return osaca::driver::unusable_input;
  }
}
