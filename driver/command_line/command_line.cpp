#include "driver/command_line/command_line.h"

#include "base/suggest.h"
#include "driver/command_line/app_description.h"
#include "driver/command_line/exit_status.h"
#include "render/text/table.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>

namespace osaca::driver {
namespace {

/// Options of OSACA that have no meaning here, and what serves instead.
std::string hint_for_ancestor(const std::string &option) {
  static const std::map<std::string, std::string> hints = {
      {"--db-check", "use 'osaca models' and 'osaca models --check FILE'"},
      {"--online", "forms without a figure come from the compiler's scheduling model, nothing is fetched"},
      {"--import", "write a model file instead (models/README.md) and give it as --arch FILE.yml"},
      {"--insert-marker", "loops are found without markers; choose one with --lines"},
      {"--yaml-out", "use --format json"}};
  const auto found = hints.find(option);
  return found == hints.end() ? "" : " (" + found->second + ")";
}

std::vector<std::string> option_names(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}

bool looks_like_option(const std::string &word) { return word.size() > 1 && word.front() == '-'; }

/// CLI11 leaves long lines to the terminal, which breaks them within words.
std::string readable_help(const CLI::App &app) {
  constexpr int width = 100;
  constexpr std::size_t text_column = 30; // where CLI11 begins what an option means
  std::string out;
  std::string line;
  std::istringstream lines(app.help());
  while (std::getline(lines, line)) {
    if (line.starts_with("Usage:"))
      out += '\n';
    if (line.empty() && out.ends_with("\n\n"))
      continue;
    const bool option = line.starts_with("  ") && line.size() > text_column && line[text_column - 1] == ' ';
    if (line.size() <= width || (!option && line.starts_with(' ')))
      out += line;
    else if (option)
      out += line.substr(0, text_column) + wrapped(line.substr(text_column), width, static_cast<int>(text_column));
    else
      out += wrapped(line, width, 0);
    out += '\n';
  }
  return out;
}

std::string without_blanks(const std::string &word) {
  const std::size_t first = word.find_first_not_of(" \t");
  return first == std::string::npos ? "" : word.substr(first, word.find_last_not_of(" \t") - first + 1);
}

/// " A, B,," is "A" and "B"; blanks between two commas are a name that nobody has.
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

std::string clean(std::string_view text) {
  std::string out;
  for (char c : text)
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  return out;
}

} // namespace

std::string in_quotes(std::string_view word) {
  return "'" + clean(word.substr(0, 80)) + (word.size() > 80 ? "..." : "") + "'";
}

void complain(std::string_view message) { std::fprintf(stderr, "osaca: %s\n", clean(message).c_str()); }

void complain(const Error &error) {
  if (error.where.text().empty())
    complain(error.message);
  else
    std::fprintf(stderr, "%s\n", clean(error.text()).c_str());
}

std::optional<int> parse(CLI::App &app, const Words &words) {
  if (asks_for_description(words))
    throw DescriptionWanted(app);
  app.allow_extras();
  try {
    app.parse(Words(words.rbegin(), words.rend())); // CLI11 takes its words from the back
  } catch (const CLI::CallForHelp &) {
    std::printf("%s", readable_help(app).c_str());
    return success;
  } catch (const CLI::ParseError &error) {
    complain(error.what());
    return unusable_input;
  }
  for (const std::string &word : app.remaining()) {
    const std::string name = word.substr(0, word.find('='));
    if (looks_like_option(word))
      complain("unknown option " + in_quotes(name) + suggestion(name, option_names(app)) + hint_for_ancestor(name));
    else
      complain("unexpected argument " + in_quotes(word));
    return unusable_input;
  }
  return std::nullopt;
}

CLI::Validator without_blanks_around() {
  return {[](std::string &word) {
            word = without_blanks(word);
            return std::string();
          },
          ""};
}

CLI::Option *add_choice(CLI::App &app, const std::string &names, std::string &value, std::vector<std::string> choices,
                        const std::string &help) {
  std::string type;
  for (const std::string &choice : choices)
    type += (type.empty() ? "" : "|") + choice;
  return app.add_option(names, value, help)
      ->type_name(type)
      ->check(CLI::Validator(
          [choices, type](std::string &word) {
            for (const std::string &choice : choices)
              if (choice == word)
                return std::string();
            return in_quotes(word) + " is not one of " + type + suggestion(word, choices);
          },
          ""));
}

CLI::Option *add_list(CLI::App &app, const std::string &names, std::vector<std::string> &values,
                      const std::string &help) {
  // CLI11's own lists leave out what is empty, and then take the next word for what is missing.
  const auto take = [&values, name = names.substr(0, names.find(','))](const CLI::results_t &words) {
    for (const std::string &word : words) {
      const Words items = items_of(word);
      if (items.empty())
        throw CLI::ValidationError(name, in_quotes(word) + " names nothing");
      values.insert(values.end(), items.begin(), items.end());
    }
    return true;
  };
  return app.add_option(names, CLI::callback_t(take), help)
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->allow_extra_args(false);
}

} // namespace osaca::driver
