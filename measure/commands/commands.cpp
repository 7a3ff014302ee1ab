#include "measure/commands/commands.h"

#include "base/format.h"

#include <cstdio>
#include <string>
#include <unistd.h>

namespace osaca::measure {

namespace {

std::string help_of(const CommandGroup &group) {
  const std::string name(group.name);
  return format_text("{0}\n\nUsage: {1} COMMAND [options]\n\nCommands:\n{2}\n\n'{1} COMMAND --help' shows the options "
                     "of a command{3}.\n",
                     group.about, name, driver::command_list(group.commands, 3), group.more);
}

} // namespace

int run_group(const CommandGroup &group, const Words &words) {
  if (words.empty() || words.front() == "--help" || words.front() == "-h" || words.front() == "help") {
    std::fputs(help_of(group).c_str(), words.empty() ? stderr : stdout);
    return words.empty() ? unusable_input : success;
  }
  if (const driver::Command *command = driver::find_command(group.commands, words.front()))
    return command->run(Words(words.begin() + 1, words.end()));
  const std::string name(group.name);
  complain(format_text("'{0}' has no command {1}{2} ('{0} --help' lists the commands)", name,
                       driver::in_quotes(words.front()), driver::command_suggestion(group.commands, words.front())));
  return unusable_input;
}

ProgressLine::ProgressLine() : is_terminal_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (is_terminal_)
    std::fputs("\r\033[K", stderr);
}

void ProgressLine::show(std::size_t done, std::string_view of_what) const {
  if (!is_terminal_)
    return;
  std::fprintf(stderr, "\r\033[K%zu %.*s", done, static_cast<int>(of_what.size()), of_what.data());
  std::fflush(stderr);
}

} // namespace osaca::measure
