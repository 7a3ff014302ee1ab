#include "driver/commands/command_table.h"

#include "driver/command_line/app_description.h"

#include <array>
#include <sstream>

namespace osaca::driver {
namespace {

constexpr std::array table = {Command{"analyze", run_analyze},
                              Command{"blocks", run_blocks},
                              Command{"capture", run_capture},
                              Command{"completion", run_completion, {}, true},
                              Command{"config", run_config},
                              Command{"diff", run_diff},
                              Command{"doctor", run_doctor},
                              Command{"manpage", run_manpage, {}, true},
                              Command{"measure", run_measure, "osaca-measure"},
                              Command{"model", run_model, "osaca-measure"},
                              Command{"models", run_models},
                              Command{"report", run_report},
                              Command{"rules", run_rules},
                              Command{"scan", run_scan, "osaca-scan"},
                              Command{"show", run_show}};

} // namespace

std::span<const Command> commands() { return table; }

const Command *find_command(std::string_view name) {
  for (const Command &command : table)
    if (command.name == name)
      return &command;
  return nullptr;
}

std::string summary_of(const Command &command) {
  // The list stands in one place, the text of `osaca --help`: "  report   the reports that ...".
  std::istringstream lines(describe(run_analyze).about);
  const std::string start = "  " + std::string(command.name) + " ";
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(start))
      return line.substr(line.find_first_not_of(' ', start.size()));
  return "";
}

} // namespace osaca::driver
