// Declares the options of a command and where their values are stored; parses words and generates help from them. This
// is done by CLI11, which only parse.cpp includes.
#pragma once

#include "base/expected.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace osaca::driver {

/// The words of a command line.
using Words = std::vector<std::string>;

// The declaration of options.

/// An option in the form needed for shell completions and manual pages.
struct OptionDescription {
  Words names;       ///< "--out", "-o", long names first; empty: a positional argument
  std::string value; ///< "FILE"; empty: a flag
  Words choices;     ///< all possible values; empty: any
  std::string help;

  [[nodiscard]] bool is_flag() const { return value.empty(); }
  [[nodiscard]] bool is_positional() const { return names.empty(); }
  [[nodiscard]] bool takes_folder() const { return value.starts_with("DIR"); }
  [[nodiscard]] bool takes_file() const; ///< or a folder, or a program
  [[nodiscard]] bool takes_list() const; ///< separated by commas
};

/// The texts of --help that are not about options.
struct CommandTexts {
  std::string usage_name; ///< "osaca report"
  std::string about;
  std::string footer = {};
  std::string commands = {}; ///< a list of commands, shown after `about`; at another position in manual pages
};

struct CommandDescription {
  CommandTexts texts;
  std::vector<OptionDescription> options; ///< includes positional arguments

  [[nodiscard]] bool has_positionals() const;
};

struct Option {
  using Target = std::variant<bool *, int *, unsigned *, double *, std::string *, Words *, std::function<void()>>;
  /// Checks a value and returns an error message; empty: it is valid.
  using Check = std::function<std::string(const std::string &)>;
  /// The number of words that an option with several values consumes.
  enum class Arity { all_that_follow, one_each_time, list_each_time, exactly_two };
  struct Range {
    double least = 0;
    double most = 0;
    bool in_help = false;
  };

  std::string names; ///< "--out,-o"; without dashes: a positional argument
  Target target;
  std::string help;
  std::string value;
  Words choices;
  Check check;
  std::optional<Range> range;
  Arity arity = Arity::all_that_follow;
  bool is_required = false;
  bool is_trimmed = false;
  bool *is_given = nullptr;
  std::string needed; ///< "--profile FILE": without this option, this one has no effect

  /// Sets the name of the value in the help: "FILE".
  Option &called(std::string name);
  /// Restricts the values; a mistyped value gets a suggestion.
  Option &one_of(Words all);
  /// Restricts the range. It is shown in the help only if `in_help`.
  Option &within(double least, double most, bool in_help = false);
  Option &checked_by(Check wrong);
  Option &required();
  /// Removes white space around the value: " zen4" is "zen4".
  Option &trimmed();
  Option &exactly_two();
  /// Refuses this option without another one: "--profile FILE", in the form for messages.
  Option &needs(std::string other);
  /// Sets `given` to true if the option is present.
  Option &noted_in(bool &given);

  [[nodiscard]] std::string shown_value() const; ///< the text after the names in the help: "N", "N:INT in [1 - 64]"
  [[nodiscard]] OptionDescription description() const;
};

class OptionSet {
public:
  CommandTexts texts;

  /// The references that these functions return are valid until the next option is declared.
  Option &flag(std::string names, bool &value, std::string help) {
    return add(std::move(names), &value, std::move(help));
  }
  Option &action(std::string names, std::function<void()> what, std::string help) {
    return add(std::move(names), std::move(what), std::move(help));
  }
  /// Adds an option with one value, or a positional argument. The reference is valid until the next option is declared.
  template <typename Value> Option &option(std::string names, Value &value, std::string help) {
    return add(std::move(names), &value, std::move(help));
  }
  /// One value each time the option is present.
  Option &repeatable(std::string names, Words &values, std::string help);
  /// An option whose value is a list: "A,B" or "A, B". It may be repeated, and it does not consume file names that
  /// follow. Each item is checked.
  Option &list(std::string names, Words &values, std::string help);

  [[nodiscard]] const std::vector<Option> &options() const { return options_; }
  [[nodiscard]] CommandDescription description() const;

private:
  Option &add(std::string names, Option::Target target, std::string help);

  std::vector<Option> options_;
};

/// A check for options whose default is the empty string: it rejects an empty word from the user. Such a word usually
/// comes from a shell variable that is not set.
[[nodiscard]] std::string names_a_file(const std::string &file);

/// The names and the help text of --help, which every command has.
inline constexpr const char *help_names = "-h,--help";
inline constexpr const char *help_of_help = "Print this help message and exit";

// Parses words into the values of the declared options.

/// Empty: success, and the values are stored. Otherwise the exit status: 0 after --help, or 2 after an error that has
/// been reported on standard error (with the nearest option's name).
[[nodiscard]] std::optional<int> parse(const OptionSet &options, const Words &words);

// --function: selects functions by name, in every command that has the option.

void add_function_option(OptionSet &options, Words &values);

/// Splits the values into names and patterns, each listed once. A comma within brackets belongs to a name ("f(int,
/// int)", "f<int, 2>"). Error: the option is present but empty.
[[nodiscard]] Expected<Words> parse_functions(const Words &values);

/// CLI11's text of --help with long lines broken between words. CLI11 does not break long lines, so a terminal would
/// break them within words.
[[nodiscard]] std::string readable_help(const std::string &help);

} // namespace osaca::driver
