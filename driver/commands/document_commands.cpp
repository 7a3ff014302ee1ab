#include "base/format.h"
#include "driver/command_line/command_documents.h"
#include "driver/command_line/messages.h"
#include "driver/commands/commands.h"
#include "driver/files/output.h"
#include "driver/programs/installation.h"
#include "driver/programs/processes.h"
#include "osaca/models.h"

#include <algorithm>

namespace osaca::driver {

// `osaca completion SHELL`: called by the build, which installs the scripts.

namespace {

Words names_of_cores() {
  Words out = {"native"};
  for (const ModelInfo &model : list_models()) {
    out.push_back(model.name);
    out.insert(out.end(), model.aliases.begin(), model.aliases.end());
  }
  return out;
}

/// All listed commands; the values of --arch are the shipped models.
std::vector<CompletedCommand> completed_commands() {
  std::vector<CompletedCommand> out;
  for (const Command *command : commands()) {
    if (!command->is_listed())
      continue;
    CompletedCommand completed = {
        std::string(command->name), std::string(command->summary), command->describe != nullptr, {}};
    if (completed.is_known)
      completed.description = command->describe();
    for (OptionDescription &option : completed.description.options)
      if (std::ranges::find(option.names, "--arch") != option.names.end())
        option.choices = names_of_cores();
    out.push_back(std::move(completed));
  }
  return out;
}

struct CompletionOptions {
  std::string shell;
  std::string file;
};

void declare_completion(OptionSet &options, CompletionOptions &settings) {
  options.texts = {"osaca completion",
                   "Writes the completion script of osaca for a shell. An installation already contains these scripts. "
                   "Use this command to create packages, or to install a script in another place."};
  options.option("shell", settings.shell, "the shell to complete for").one_of({"bash", "zsh", "fish"});
  options.option("-o,--out", settings.file, "write it to this file").called("FILE");
}

int run_completion(CompletionOptions settings) {
  if (settings.shell.empty()) {
    complain("no shell was given: pass one, as in 'osaca completion bash' (bash, zsh or fish)");
    return unusable_input;
  }
  const std::vector<CompletedCommand> all = completed_commands();
  const std::string script = settings.shell == "bash"  ? bash_completion(all)
                             : settings.shell == "zsh" ? zsh_completion(all)
                                                       : fish_completion(all);
  return written(settings.file, script) ? success : unusable_input;
}

} // namespace

const Command completion_command =
    command<CompletionOptions, declare_completion, run_completion>("completion", "", Audience::packages);

// `osaca manpage [COMMAND]`: called by the build, which installs the pages.

namespace {

PageName page_of(const Command &command) {
  return {"osaca-" + std::string(command.name), std::string(command.summary)};
}

Expected<std::string> page_of_other_program(const Command &command) {
  const std::string name(command.other_program);
  ProgramRequest request;
  request.path = sister_program(this_installation(), name);
  if (request.path.empty())
    return Error{format_text("the program {} is not in the folder of this program", name)};
  request.arguments = words_for_other_program(command, {"--help"});
  const ProgramResult result = run_program(request);
  if (!result.succeeded())
    return Error{format_text("{} --help {}", name, result.problem.empty() ? "failed" : result.problem)};
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
    return Error{format_text("there is no command {} ('osaca --help' lists them)", in_quotes(name))};
  return command->describe != nullptr ? Expected<std::string>(command_page(page_of(*command), command->describe()))
                                      : page_of_other_program(*command);
}

struct ManpageOptions {
  std::string name;
  std::string file;
};

void declare_manpage(OptionSet &options, ManpageOptions &settings) {
  options.texts = {
      "osaca manpage",
      "Writes the manual page of a command for man(1). Without a command, writes the page of osaca itself."};
  options.option("command", settings.name, "the command to describe").called("COMMAND");
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
