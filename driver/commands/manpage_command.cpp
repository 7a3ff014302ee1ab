// `osaca manpage [COMMAND]`: asked by the build, which installs the pages.
#include "driver/command_line/command_line.h"
#include "driver/commands/command_table.h"
#include "driver/command_line/exit_status.h"
#include "driver/programs/installation.h"
#include "driver/command_line/manpage.h"
#include "driver/files/output.h"
#include "driver/programs/run_program.h"

namespace osaca::driver {
namespace {

PageName page_of(const Command &command) { return {"osaca-" + std::string(command.name), summary_of(command)}; }

Expected<std::string> page_of_other_program(const Command &command) {
  const std::string name(command.other_program);
  ProgramRequest request;
  request.path = sister_program(this_installation(), name);
  if (request.path.empty())
    return Error{"there is no " + name + " beside this program to ask"};
  if (name != "osaca-" + std::string(command.name))
    request.arguments.emplace_back(command.name);
  request.arguments.emplace_back("--help");
  const ProgramResult result = run_program(request);
  if (!result.succeeded())
    return Error{name + " --help " + (result.problem.empty() ? "failed" : result.problem)};
  return help_page(page_of(command), result.output);
}

Expected<std::string> page_named(const std::string &name) {
  if (name.empty()) {
    std::vector<PageName> pages;
    for (const Command &command : commands())
      if (!command.hidden)
        pages.push_back(page_of(command));
    return overview_page(pages);
  }
  const Command *command = find_command(name);
  if (command == nullptr || command->hidden)
    return Error{"there is no command " + in_quotes(name) + " ('osaca --help' lists them)"};
  return command->other_program.empty() ? Expected<std::string>(command_page(page_of(*command), describe(command->run)))
                                        : page_of_other_program(*command);
}

} // namespace

int run_manpage(const Words &words) {
  std::string name;
  std::string file;
  CLI::App app("Writes the manual page of a command, or without one that of osaca itself, for man(1).",
               "osaca manpage");
  app.add_option("command", name, "whose page")->type_name("COMMAND");
  app.add_option("-o,--out", file, "write it to this file")->type_name("FILE");
  if (const auto status = parse(app, words))
    return *status;
  const Expected<std::string> page = page_named(name);
  if (!page) {
    complain(page.error());
    return unusable_input;
  }
  return written(file, *page) ? success : unusable_input;
}

} // namespace osaca::driver
