#include "driver/command_line/help_text.h"

#include "render/text/table.h"

#include <sstream>

namespace osaca::driver {

std::string readable_help(const std::string &help) {
  constexpr int width = 100;
  constexpr std::size_t text_column = 30; // where CLI11 begins what an option means
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
