// The only file that includes the option-parsing library, because that takes eight seconds to compile.
#include "driver/command_line/option_set.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "driver/command_line/messages.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <map>

namespace osaca::driver {
namespace {

/// Options of OSACA that do not exist here, and what to use instead.
std::string hint_for_ancestor(const std::string &option) {
  static const std::map<std::string, std::string> hints = {
      {"--db-check", "use 'osaca models' and 'osaca models --check FILE'"},
      {"--online", "nothing is downloaded; forms without figures use LLVM's scheduling model"},
      {"--import", "write a model file instead (models/README.md) and pass it with --arch FILE.yml"},
      {"--insert-marker", "markers are not needed; select a loop with --lines"},
      {"--yaml-out", "use --format json"}};
  const auto found = hints.find(option);
  return found == hints.end() ? "" : format_text(" ({})", found->second);
}

bool looks_like_option(const std::string &word) { return word.size() > 1 && word.front() == '-'; }

std::string without_blanks(const std::string &word) {
  const std::size_t first = word.find_first_not_of(" \t");
  return first == std::string::npos ? "" : word.substr(first, word.find_last_not_of(" \t") - first + 1);
}

/// " A, B,," is "A" and "B"; an item of only blanks is kept as an (unknown) name.
Words items_of(const std::string &list) {
  Words items;
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t end = std::min(list.find(',', start), list.size());
    if (end > start)
      items.push_back(without_blanks(list.substr(start, end - start)));
    start = end + 1;
  }
  return items;
}

/// CLI11's own lists ignore empty values and then consume the next word instead.
CLI::callback_t taker_of_lists(const Option &option) {
  Words &values = *std::get<Words *>(option.target);
  return [&values, check = option.check,
          name = option.names.substr(0, option.names.find(','))](const CLI::results_t &words) {
    for (const std::string &word : words) {
      const Words items = items_of(word);
      if (items.empty())
        throw CLI::ValidationError(name, in_quotes(word) + " contains no value");
      for (const std::string &item : items)
        if (const std::string wrong = check ? check(item) : ""; !wrong.empty())
          throw CLI::ValidationError(name, wrong);
      values.insert(values.end(), items.begin(), items.end());
    }
    return true;
  };
}

CLI::Option *added(CLI::App &app, const Option &option) {
  if (option.arity == Option::Arity::list_each_time)
    return app.add_option(option.names, taker_of_lists(option), option.help)
        ->expected(1, CLI::detail::expected_max_vector_size)
        ->allow_extra_args(false);
  return std::visit(
      [&]<typename Target>(const Target &target) {
        if constexpr (std::is_same_v<Target, bool *>)
          return app.add_flag(option.names, *target, option.help);
        else if constexpr (std::is_same_v<Target, std::function<void()>>)
          return app.add_flag_callback(option.names, target, option.help);
        else
          return app.add_option(option.names, *target, option.help);
      },
      option.target);
}

CLI::Range range_of(const Option &option, const Option::Range &range) {
  if (std::holds_alternative<unsigned *>(option.target))
    return {static_cast<unsigned>(range.least), static_cast<unsigned>(range.most)};
  if (std::holds_alternative<int *>(option.target))
    return {static_cast<int>(range.least), static_cast<int>(range.most)};
  return {range.least, range.most};
}

CLI::Validator one_of(const Option &option) {
  return {[choices = option.choices, all = option.value](const std::string &word) {
            return std::ranges::find(choices, word) != choices.end()
                       ? std::string()
                       : format_text("{} is not one of {}{}", in_quotes(word), all, suggestion(word, choices));
          },
          ""};
}

void declare(CLI::App &app, const Option &option) {
  CLI::Option *declared = added(app, option);
  if (const std::string shown = option.shown_value(); !shown.empty())
    declared->type_name(shown);
  if (option.range)
    declared->check(range_of(option, *option.range).description(""));
  if (!option.choices.empty())
    declared->check(one_of(option));
  if (option.check && option.arity != Option::Arity::list_each_time)
    declared->check(CLI::Validator([check = option.check](const std::string &word) { return check(word); }, ""));
  if (option.arity == Option::Arity::one_each_time)
    declared->allow_extra_args(false);
  if (option.arity == Option::Arity::exactly_two)
    declared->expected(2);
  if (option.is_required)
    declared->required();
  if (option.is_trimmed)
    declared->transform(CLI::Validator(
        [](std::string &word) {
          word = without_blanks(word);
          return std::string();
        },
        ""));
  if (option.is_given != nullptr)
    declared->each([given = option.is_given](const std::string &) { *given = true; });
}

Words long_names(const OptionSet &options) {
  Words names;
  for (const OptionDescription &option : options.description().options)
    for (const std::string &name : option.names)
      if (name.starts_with("--"))
        names.push_back(name);
  return names;
}

int complain_of(const std::string &word, const OptionSet &options) {
  const std::string name = word.substr(0, word.find('='));
  if (looks_like_option(word))
    complain(format_text("unknown option {}{}{}", in_quotes(name), suggestion(name, long_names(options)),
                         hint_for_ancestor(name)));
  else
    complain("unexpected argument " + in_quotes(word));
  return unusable_input;
}

/// The word after which no word is an option.
constexpr std::string_view end_of_options = "--";

/// "--arch=" becomes "--arch" and "", because CLI11 would take the next word as the value.
Words with_empty_values(const OptionSet &options, const Words &words) {
  const auto takes_value = [&](const std::string &name) {
    return std::ranges::any_of(options.description().options, [&](const OptionDescription &option) {
      return !option.is_flag() && std::ranges::find(option.names, name) != option.names.end();
    });
  };
  Words out;
  const auto end = std::ranges::find(words, end_of_options);
  for (auto word = words.begin(); word != words.end(); ++word) {
    const std::string name = word->substr(0, word->find('='));
    const bool is_empty = word < end && word->starts_with("--") && name.size() + 1 == word->size() && takes_value(name);
    out.push_back(is_empty ? name : *word);
    if (is_empty)
      out.emplace_back();
  }
  return out;
}

/// Of options that have an effect only together with another one; empty: there is none.
std::string missing_option(const CLI::App &app, const OptionSet &options) {
  const auto is_given = [&app](const std::string &name) { return app.get_option(name)->count() > 0; };
  for (const Option &option : options.options()) {
    const std::string name = option.names.substr(0, option.names.find(','));
    if (!option.needed.empty() && is_given(name) && !is_given(option.needed.substr(0, option.needed.find(' '))))
      return format_text("{} requires {}", name, option.needed);
  }
  return "";
}

} // namespace

std::optional<int> parse(const OptionSet &options, const Words &words) {
  const CommandTexts &texts = options.texts;
  CLI::App app(texts.about + (texts.commands.empty() ? "" : "\n\n" + texts.commands), texts.usage_name);
  app.set_help_flag(help_names, help_of_help);
  app.footer(texts.footer);
  app.allow_extras();
  for (const Option &option : options.options())
    declare(app, option);
  try {
    Words reversed = with_empty_values(options, words);
    std::ranges::reverse(reversed); // as CLI11 expects
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp &) {
    if (const auto error = write_to_stdout(readable_help(app.help()))) {
      complain(*error);
      return unusable_input;
    }
    return success;
  } catch (const CLI::RequiredError &error) {
    complain(format_text("{} ('{} --help' lists the options)", error.what(), texts.usage_name));
    return unusable_input;
  } catch (const CLI::ParseError &error) {
    complain(error.what());
    return unusable_input;
  }
  for (const std::string &word : app.remaining())
    if (word != end_of_options)
      return complain_of(word, options);
  if (const std::string missing = missing_option(app, options); !missing.empty()) {
    complain(missing);
    return unusable_input;
  }
  return std::nullopt;
}

} // namespace osaca::driver
