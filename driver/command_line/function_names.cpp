#include "driver/command_line/function_names.h"

#include <algorithm>

namespace osaca::driver {
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
                  "only loops of these functions: symbols or C++'s names, exact or with * and ?; their clones and cold "
                  "parts too; separated by commas, repeatable")
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
    return Error{"--function: give the name of a function"};
  return names;
}

} // namespace osaca::driver
