#include "driver/command_line/app_description.h"

#include <algorithm>
#include <stdexcept>

namespace osaca::driver {
namespace {

Words request() { return {std::string("\0describe", 9)}; } // no argument of a program can hold a zero

Words parts_of(const std::string &text) {
  Words out;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t bar = std::min(text.find('|', start), text.size());
    out.push_back(text.substr(start, bar - start));
    start = bar + 1;
  }
  return out;
}

OptionDescription described(const CLI::Option &option) {
  OptionDescription out;
  for (const std::string &name : option.get_lnames())
    out.names.push_back("--" + name);
  for (const std::string &name : option.get_snames())
    out.names.push_back("-" + name);
  if (option.get_expected_max() > 0 && option.get_type_size_max() > 0)
    out.value = option.get_type_name().empty() ? "VALUE" : option.get_type_name();
  if (out.value.find('|') != std::string::npos)
    out.choices = parts_of(out.value);
  out.help = option.get_description();
  return out;
}

} // namespace

bool OptionDescription::takes_file() const {
  return takes_folder() || value.find("FILE") != std::string::npos || value.starts_with("PATH") || value == "PROGRAM" ||
         value == "OLD" || value == "NEW";
}

bool OptionDescription::takes_list() const { return value.find("[,") != std::string::npos; }

bool AppDescription::has_positionals() const {
  return std::any_of(options.begin(), options.end(),
                     [](const OptionDescription &option) { return option.is_positional(); });
}

DescriptionWanted::DescriptionWanted(const CLI::App &app) {
  description_.usage_name = app.get_name();
  description_.about = app.get_description();
  description_.footer = app.get_footer();
  for (const CLI::Option *option : app.get_options())
    if (!option->get_group().empty()) // hidden ones have none
      description_.options.push_back(described(*option));
}

bool asks_for_description(const Words &words) { return words == request(); }

AppDescription describe(int (*run)(const Words &)) {
  try {
    static_cast<void>(run(request()));
  } catch (const DescriptionWanted &answer) {
    return answer.description();
  }
  throw std::logic_error("a command does not declare its options before everything else");
}

} // namespace osaca::driver
