// The program `osaca`: finds the subcommand and runs it. Without a subcommand, the words are passed to `analyze`, as
// users of OSACA expect.
#include "base/format.h"
#include "driver/command_line/messages.h"
#include "driver/commands/commands.h"
#include "driver/programs/installation.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>

namespace osaca::driver {
namespace {

/// Without a known subcommand, the words are for `analyze`, unless the first one is not a file and may be meant as a
/// command. The following words are then that command's, and error messages of `analyze` about them would not help.
bool is_mistyped_command(const std::string &word) {
  std::error_code problem;
  return !word.empty() && word.front() != '-' && word.find_first_of("./") == std::string::npos &&
         !std::filesystem::exists(std::filesystem::symlink_status(word, problem));
}

/// What other programs call a command. Its name is not similar, so it would not be suggested.
std::string suggestion_for(const std::string &word) {
  return word == "compare" ? "; did you mean 'diff'?" : command_suggestion(commands(), word);
}

int complain_of_command(const std::string &word) {
  complain(format_text("there is no command or file {}{} ('osaca --help' lists the commands)", in_quotes(word),
                       suggestion_for(word)));
  return unusable_input;
}

/// Anywhere before "--", or as the only word if no file has this name. Other programs have a version of their own.
bool asks_for_version(const Words &words) {
  const Command *command = find_command(commands(), words.front());
  if (command != nullptr && !command->other_program.empty())
    return false;
  std::error_code problem;
  if (words.size() == 1 && words.front() == "version" &&
      !std::filesystem::exists(std::filesystem::symlink_status(words.front(), problem)))
    return true;
  const auto end = std::ranges::find(words, "--");
  return std::any_of(words.begin(), end, [](const std::string &word) { return word == "--version" || word == "-V"; });
}

int dispatch(Words words) {
  if (words.empty())
    return analyze_command.run(words);
  if (asks_for_version(words)) {
    if (const auto error = write_to_stdout(version_text())) {
      complain(*error);
      return unusable_input;
    }
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
  // If the reader closes the pipe early (head), only the output ends and not the program, so the exit status is still
  // correct. A file that exceeds the user's size limit is reported as a write error.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return osaca::driver::dispatch(osaca::driver::Words(argv + 1, argv + argc));
  } catch (const std::exception &problem) {
    osaca::driver::complain(std::string("internal error: ") + problem.what());
    return osaca::driver::unusable_input;
  }
}
