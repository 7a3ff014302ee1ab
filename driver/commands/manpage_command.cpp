// `osaca manpage [COMMAND]`: asked by the build, which installs the pages.
#include "driver/command_line/exit_status.h"
#include "driver/command_line/manpage.h"
#include "driver/command_line/messages.h"
#include "driver/commands/command_table.h"
#include "driver/files/output.h"
#include "driver/programs/installation.h"
#include "driver/programs/other_program.h"
#include "driver/programs/run_program.h"

namespace osaca::driver {
namespace {

PageName page_of(const Command &command) {
  return {"osaca-" + std::string(command.name), std::string(command.summary)};
}

Expected<std::string> page_of_other_program(const Command &command) {
  const std::string name(command.other_program);
  ProgramRequest request;
  request.path = sister_program(this_installation(), name);
  if (request.path.empty())
    return Error{"there is no " + name + " beside this program to ask"};
  request.arguments = words_for_other_program(command, {"--help"});
  const ProgramResult result = run_program(request);
  if (!result.succeeded())
    return Error{name + " --help " + (result.problem.empty() ? "failed" : result.problem)};
  return help_page(page_of(command), result.output);
}

std::string overview() {
  std::vector<PageName> pages;
  for (const Command *command : commands())
    if (command->is_listed())
      pages.push_back(page_of(*command));
  return overview_page(pages);
}

Expected<std::string> page_named(const std::string &name) {
  if (name.empty())
    return overview();
  const Command *command = find_command(commands(), name);
  if (command == nullptr || !command->is_listed())
    return Error{"there is no command " + in_quotes(name) + " ('osaca --help' lists them)"};
  return command->describe != nullptr ? Expected<std::string>(command_page(page_of(*command), command->describe()))
                                      : page_of_other_program(*command);
}

struct ManpageOptions {
  std::string name;
  std::string file;
};

void declare_manpage(OptionSet &options, ManpageOptions &settings) {
  options.texts = {"osaca manpage",
                   "Writes the manual page of a command, or without one that of osaca itself, for man(1)."};
  options.option("command", settings.name, "whose page").called("COMMAND");
  options.option("-o,--out", settings.file, "write it to this file").called("FILE");
}

int run_manpage(ManpageOptions settings) {
  const Expected<std::string> page = page_named(settings.name);
  if (!page) {
    complain(page.error());
    return unusable_input;
  }
  return written(settings.file, *page) ? success : unusable_input;
}

} // namespace

const Command manpage_command =
    command<ManpageOptions, declare_manpage, run_manpage>("manpage", "", Audience::packages);

} // namespace osaca::driver
