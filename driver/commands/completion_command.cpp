// `osaca completion SHELL`: asked by the build, which installs the scripts.
#include "driver/command_line/command_line.h"
#include "driver/commands/command_table.h"
#include "driver/command_line/completion.h"
#include "driver/command_line/exit_status.h"
#include "driver/files/output.h"
#include "osaca/models.h"

#include <algorithm>

namespace osaca::driver {
namespace {

Words names_of_cores() {
  Words out = {"native"};
  for (const ModelInfo &model : list_models()) {
    out.push_back(model.name);
    out.insert(out.end(), model.aliases.begin(), model.aliases.end());
  }
  return out;
}

} // namespace

std::string short_help(const std::string &help) {
  const std::size_t end = std::min({help.find(';'), help.find(" ("), help.find(": "), help.find('\n')});
  return help.substr(0, end);
}

std::vector<CompletedCommand> completed_commands() {
  std::vector<CompletedCommand> out;
  for (const Command &command : commands()) {
    if (command.hidden)
      continue;
    CompletedCommand completed = {std::string(command.name), summary_of(command), command.other_program.empty(), {}};
    if (completed.is_known)
      completed.app = describe(command.run);
    for (OptionDescription &option : completed.app.options)
      if (std::find(option.names.begin(), option.names.end(), "--arch") != option.names.end())
        option.choices = names_of_cores();
    out.push_back(std::move(completed));
  }
  return out;
}

int run_completion(const Words &words) {
  std::string shell;
  std::string file;
  CLI::App app("Writes the script that makes a shell complete osaca's words. An installation has them where the shells "
               "look; this is for other shells' users and for packages.",
               "osaca completion");
  add_choice(app, "shell", shell, {"bash", "zsh", "fish"}, "for which shell");
  app.add_option("-o,--out", file, "write it to this file")->type_name("FILE");
  if (const auto status = parse(app, words))
    return *status;
  const std::vector<CompletedCommand> all = completed_commands();
  if (shell.empty()) {
    complain("for which shell? osaca completion bash|zsh|fish");
    return unusable_input;
  }
  const std::string script = shell == "bash"  ? bash_completion(all)
                             : shell == "zsh" ? zsh_completion(all)
                                              : fish_completion(all);
  return written(file, script) ? success : unusable_input;
}

} // namespace osaca::driver
