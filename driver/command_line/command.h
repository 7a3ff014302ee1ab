// A subcommand, declared once: dispatch, --help, completions, manual pages and suggestions all read this.
#pragma once

#include "driver/command_line/option_set.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace osaca::driver {

enum class Audience {
  people,
  plugins, ///< people may look
  packages ///< who builds one asks it; no list has it
};

struct Command {
  std::string_view name;
  std::string_view summary; ///< one line, for lists of commands
  Audience audience = Audience::people;
  CommandDescription (*describe)() = nullptr; ///< null: only the other program knows
  int (*run)(const Words &) = nullptr;        ///< the words behind its name -> exit status
  std::string_view other_program = {};        ///< the program that does it: "osaca-scan"

  [[nodiscard]] bool is_listed() const { return audience != Audience::packages; }
};

/// A command of this program: `declare` says which options fill the settings, `run` does it and returns the exit
/// status.
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

/// Null: there is none of that name.
[[nodiscard]] const Command *find_command(Commands commands, std::string_view name);

/// For a word that names none of them: "; did you mean 'model'?", or empty.
[[nodiscard]] std::string command_suggestion(Commands commands, std::string_view word);

/// One line for each that is listed, those for plugins last: "  report   the reports that ...". No line end behind the
/// last. `gap`: blanks between the longest name and its summary.
[[nodiscard]] std::string command_list(Commands commands, std::size_t gap);

} // namespace osaca::driver
