// The declaration of a subcommand, which is used for dispatch, --help, completions, manual pages and suggestions.
#pragma once

#include "driver/command_line/option_set.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace osaca::driver {

enum class Audience {
  people,
  plugins, ///< listed after the commands for users
  packages ///< used only for building packages; not listed
};

struct Command {
  std::string_view name;
  std::string_view summary; ///< one line, for lists of commands
  Audience audience = Audience::people;
  CommandDescription (*describe)() = nullptr; ///< null: only `other_program` has a description
  int (*run)(const Words &) = nullptr; ///< runs the command with the words after its name and returns the exit status
  std::string_view other_program = {}; ///< the program that implements it: "osaca-scan"

  [[nodiscard]] bool is_listed() const { return audience != Audience::packages; }
};

/// Declares a command of this program: `declare` defines the options that fill the settings, and `run` executes the
/// command and returns the exit status.
template <typename Settings, void (*declare)(OptionSet &, Settings &), int (*run)(Settings)>
[[nodiscard]] constexpr Command command(std::string_view name, std::string_view summary,
                                        Audience audience = Audience::people) {
  return {name,
          summary,
          audience,
          [] {
            Settings unused;
            OptionSet options;
            declare(options, unused);
            return options.description();
          },
          [](const Words &words) {
            Settings settings;
            OptionSet options;
            declare(options, settings);
            const std::optional<int> status = parse(options, words);
            return status ? *status : run(std::move(settings));
          },
          {}};
}

using Commands = std::span<const Command *const>;

/// Null: there is no command with this name.
[[nodiscard]] const Command *find_command(Commands commands, std::string_view name);

/// A suggestion for an unknown command name: "; did you mean 'model'?", or empty.
[[nodiscard]] std::string command_suggestion(Commands commands, std::string_view word);

/// One line for each listed command, those for plugins last: "  report   the reports that ...". The last line has no
/// line end. `gap`: number of blanks between the longest name and its summary.
[[nodiscard]] std::string command_list(Commands commands, std::size_t gap);

} // namespace osaca::driver
