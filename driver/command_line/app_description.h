// What a subcommand's options are, for shells' completions and manual pages, from the same declarations that parse
// them.
#pragma once

#include "driver/command_line/words.h"

#include <CLI/CLI.hpp>

#include <exception>
#include <string>
#include <vector>

namespace osaca::driver {

struct OptionDescription {
  Words names;       ///< "--out", "-o", long ones first; empty: a positional argument
  std::string value; ///< "FILE"; empty: a flag
  Words choices;     ///< all that the value may be; empty: anything
  std::string help;

  [[nodiscard]] bool is_flag() const { return value.empty(); }
  [[nodiscard]] bool is_positional() const { return names.empty(); }
  [[nodiscard]] bool takes_folder() const { return value.starts_with("DIR"); }
  [[nodiscard]] bool takes_file() const; ///< or a folder, or a program
  [[nodiscard]] bool takes_list() const; ///< separated by commas
};

struct AppDescription {
  std::string usage_name; ///< "osaca report"
  std::string about;
  std::string footer;
  std::vector<OptionDescription> options; ///< positional arguments too

  [[nodiscard]] bool has_positionals() const;
};

/// Thrown by parse() when it is asked for a description instead of being given words.
class DescriptionWanted : public std::exception {
public:
  explicit DescriptionWanted(const CLI::App &app);
  [[nodiscard]] const char *what() const noexcept override { return "a description of the options was asked for"; }
  [[nodiscard]] const AppDescription &description() const { return description_; }

private:
  AppDescription description_;
};

/// Whether these are the words (nobody types them) that ask for a description.
[[nodiscard]] bool asks_for_description(const Words &words);

/// Of the command that `run` runs, which does nothing but declare its options.
[[nodiscard]] AppDescription describe(int (*run)(const Words &));

} // namespace osaca::driver
