#include "driver/command_line/command.h"

#include "base/name_matching.h"

#include <algorithm>

namespace osaca::driver {

const Command *find_command(Commands commands, std::string_view name) {
  const auto found = std::ranges::find_if(commands, [name](const Command *command) { return command->name == name; });
  return found == commands.end() ? nullptr : *found;
}

std::string command_suggestion(Commands commands, std::string_view word) {
  Words names;
  for (const Command *command : commands)
    if (command->is_listed())
      names.emplace_back(command->name);
  return suggestion(word, names);
}

std::string command_list(Commands commands, std::size_t gap) {
  std::size_t width = 0;
  for (const Command *command : commands)
    if (command->is_listed())
      width = std::max(width, command->name.size() + gap);
  std::string out;
  for (const Audience audience : {Audience::people, Audience::plugins})
    for (const Command *command : commands)
      if (command->audience == audience) {
        out += (out.empty() ? "  " : "\n  ") + std::string(command->name);
        out.append(width - command->name.size(), ' ');
        out += command->summary;
      }
  return out;
}

} // namespace osaca::driver
