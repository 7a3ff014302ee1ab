#include "driver/command_line/option_set.h"

#include "base/text.h"
#include "render/text/table.h"

#include <algorithm>
#include <sstream>

namespace osaca::driver {

namespace {

Words parts_of(const std::string &text, char separator) {
  Words out;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, separator);)
    out.push_back(part);
  return out;
}

/// "--out,-o" -> "--out", "-o", long names first; empty for a positional argument.
Words dashed(const std::string &names) {
  Words out = parts_of(names, ',');
  std::erase_if(out, [](const std::string &name) { return !name.starts_with('-'); });
  std::stable_partition(out.begin(), out.end(), [](const std::string &name) { return name.starts_with("--"); });
  return out;
}

const char *kind_of(const Option::Target &target) {
  return std::holds_alternative<double *>(target)     ? "FLOAT"
         : std::holds_alternative<unsigned *>(target) ? "UINT"
                                                      : "INT";
}

} // namespace

bool OptionDescription::takes_file() const {
  return takes_folder() || value.find("FILE") != std::string::npos || value.starts_with("PATH") || value == "PROGRAM" ||
         value == "OLD" || value == "NEW";
}

bool OptionDescription::takes_list() const { return value.find("[,") != std::string::npos; }

bool CommandDescription::has_positionals() const {
  return std::ranges::any_of(options, [](const OptionDescription &option) { return option.is_positional(); });
}

Option &Option::called(std::string name) {
  value = std::move(name);
  return *this;
}

Option &Option::one_of(Words all) {
  choices = std::move(all);
  value = joined(choices, "|");
  return *this;
}

Option &Option::within(double least, double most, bool in_help) {
  range = {least, most, in_help};
  return *this;
}

Option &Option::checked_by(Check wrong) {
  check = std::move(wrong);
  return *this;
}

Option &Option::required() {
  is_required = true;
  return *this;
}

Option &Option::trimmed() {
  is_trimmed = true;
  return *this;
}

Option &Option::exactly_two() {
  arity = Arity::exactly_two;
  return *this;
}

Option &Option::needs(std::string other) {
  needed = std::move(other);
  return *this;
}

Option &Option::noted_in(bool &given) {
  is_given = &given;
  return *this;
}

std::string Option::shown_value() const {
  if (!range || !range->in_help)
    return value;
  std::ostringstream text;
  text << value << ':' << kind_of(target) << " in [" << range->least << " - " << range->most << ']';
  return text.str();
}

OptionDescription Option::description() const { return {dashed(names), shown_value(), choices, help}; }

Option &OptionSet::repeatable(std::string names, Words &values, std::string help) {
  Option &added = add(std::move(names), &values, std::move(help));
  added.arity = Option::Arity::one_each_time;
  return added;
}

Option &OptionSet::list(std::string names, Words &values, std::string help) {
  Option &added = add(std::move(names), &values, std::move(help));
  added.arity = Option::Arity::list_each_time;
  return added;
}

CommandDescription OptionSet::description() const {
  CommandDescription out = {texts, {{dashed(help_names), "", {}, help_of_help}}};
  for (const Option &option : options_)
    out.options.push_back(option.description());
  return out;
}

std::string names_a_file(const std::string &file) { return file.empty() ? "'' is not a file name" : ""; }

Option &OptionSet::add(std::string names, Option::Target target, std::string help) {
  Option &added = options_.emplace_back();
  added.names = std::move(names);
  added.target = std::move(target);
  added.help = std::move(help);
  return added;
}

namespace {

void add_name(Words &names, std::string_view name) {
  const std::size_t begin = name.find_first_not_of(' ');
  if (begin == std::string_view::npos)
    return;
  const std::string clean(name.substr(begin, name.find_last_not_of(' ') + 1 - begin));
  if (std::ranges::find(names, clean) == names.end())
    names.push_back(clean);
}

} // namespace

void add_function_option(OptionSet &options, Words &values) {
  options
      .repeatable("--function", values,
                  "analyse only loops in these functions, including their clones and cold parts (symbols or C++ names, "
                  "exact or with * and ?); separated by commas, repeatable")
      .called("NAME[,...]");
}

Expected<Words> parse_functions(const Words &values) {
  Words names;
  for (const std::string &value : values) {
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const char c = value[i];
      depth += c == '(' || c == '<' ? 1 : c == ')' || c == '>' ? -1 : 0;
      if (c != ',' || depth > 0)
        continue;
      add_name(names, std::string_view(value).substr(start, i - start));
      start = i + 1;
    }
    add_name(names, std::string_view(value).substr(start));
  }
  if (names.empty() && !values.empty())
    return Error{"--function requires the name of a function"};
  return names;
}

std::string readable_help(const std::string &help) {
  constexpr int width = 100;
  constexpr std::size_t text_column = 30; // the column in which CLI11 begins the description of an option
  std::string out;
  std::string line;
  std::istringstream lines(help);
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

} // namespace osaca::driver
