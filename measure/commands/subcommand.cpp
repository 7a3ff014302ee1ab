#include "measure/commands/subcommand.h"

#include <cstdio>
#include <string>

namespace osaca::measure {

int run_subcommand(std::string_view command, std::string_view usage, std::span<const Subcommand> subcommands,
                   const Words &words) {
  if (words.empty() || words.front() == "--help" || words.front() == "-h" || words.front() == "help") {
    std::fwrite(usage.data(), 1, usage.size(), words.empty() ? stderr : stdout);
    return words.empty() ? unusable_input : success;
  }
  for (const Subcommand &subcommand : subcommands)
    if (words.front() == subcommand.name)
      return subcommand.run(Words(words.begin() + 1, words.end()));
  complain("'" + std::string(command) + "' knows no command " + driver::in_quotes(words.front()) + "; see '" +
           std::string(command) + " --help'");
  return unusable_input;
}

} // namespace osaca::measure
