// What options a command has, where their values go, and how words and help are made of them. The library that does so
// is seen only in parse.cpp.
#pragma once

#include "base/expected.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace osaca::driver {

/// Words of a command line.
using Words = std::vector<std::string>;

// What options a command has and where their values go. The library that parses them is seen only behind parse.h.

/// An option as shells' completions and manual pages know it.
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

/// What --help says around the options.
struct CommandTexts {
  std::string usage_name; ///< "osaca report"
  std::string about;
  std::string footer = {};
  std::string commands = {}; ///< a list of them behind `about`; manual pages have it elsewhere
};

struct CommandDescription {
  CommandTexts texts;
  std::vector<OptionDescription> options; ///< positional arguments too

  [[nodiscard]] bool has_positionals() const;
};

struct Option {
  using Target = std::variant<bool *, int *, unsigned *, double *, std::string *, Words *, std::function<void()>>;
  /// A value -> what is wrong with it; empty: nothing.
  using Check = std::function<std::string(const std::string &)>;
  /// How many words an option with several values takes.
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

  /// What help calls the value: "FILE".
  Option &called(std::string name);
  /// A mistyped value gets a suggestion.
  Option &one_of(Words all);
  /// Help shows the range behind the value's name only if `in_help`.
  Option &within(double least, double most, bool in_help = false);
  Option &checked_by(Check wrong);
  Option &required();
  /// " zen4" is "zen4".
  Option &trimmed();
  Option &exactly_two();
  /// `given` becomes true if the option is there.
  Option &noted_in(bool &given);

  [[nodiscard]] std::string shown_value() const; ///< what help has behind the names: "N", "N:INT in [1 - 64]"
  [[nodiscard]] OptionDescription description() const;
};

class OptionSet {
public:
  CommandTexts texts;

  Option &flag(std::string names, bool &value, std::string help) {
    return add(std::move(names), &value, std::move(help));
  }
  Option &action(std::string names, std::function<void()> what, std::string help) {
    return add(std::move(names), std::move(what), std::move(help));
  }
  /// An option with one value, or a positional argument. The reference holds until the next one is declared.
  template <typename Value> Option &option(std::string names, Value &value, std::string help) {
    return add(std::move(names), &value, std::move(help));
  }
  /// One value each time that it is there.
  Option &repeatable(std::string names, Words &values, std::string help);
  /// "A,B" or "A, B" lists, repeatable, that never swallow the file names after them. Checks see each item.
  Option &list(std::string names, Words &values, std::string help);

  [[nodiscard]] const std::vector<Option> &options() const { return options_; }
  [[nodiscard]] CommandDescription description() const;

private:
  Option &add(std::string names, Option::Target target, std::string help);

  std::vector<Option> options_;
};

/// For options whose value is optional in the code: an empty word, of a variable that is not set, is no way to leave it
/// out.
[[nodiscard]] std::string names_a_file(const std::string &file);

/// --help, which every command has.
inline constexpr const char *help_names = "-h,--help";
inline constexpr const char *help_of_help = "Print this help message and exit";

// Words -> the values of the options that a command declares, with helpful errors.

/// Empty: go on, the values are where the options say. Otherwise the exit status: 0 after --help, 2 after a mistake,
/// which has been explained (with the nearest option's name) on standard error.
[[nodiscard]] std::optional<int> parse(const OptionSet &options, const Words &words);

// --function: functions that a user names, for every command that has the option.

void add_function_option(OptionSet &options, Words &values);

/// Names and patterns, each once; a comma within brackets belongs to a name ("f(int, int)", "f<int, 2>"). Error: the
/// option is there and names nothing.
[[nodiscard]] Expected<Words> parse_functions(const Words &values);

/// CLI11's text of --help, with long lines broken between words: it leaves them to the terminal, which breaks words.
[[nodiscard]] std::string readable_help(const std::string &help);

} // namespace osaca::driver
