// `osaca completion SHELL`: asked by the build, which installs the scripts.
#include "driver/command_line/completion.h"
#include "driver/command_line/exit_status.h"
#include "driver/command_line/messages.h"
#include "driver/commands/command_table.h"
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

/// All that are listed; the values of --arch are the shipped models'.
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
                   "Writes the script that makes a shell complete osaca's words. An installation has them where the "
                   "shells look; this is for other shells' users and for packages."};
  options.option("shell", settings.shell, "for which shell").one_of({"bash", "zsh", "fish"});
  options.option("-o,--out", settings.file, "write it to this file").called("FILE");
}

int run_completion(CompletionOptions settings) {
  if (settings.shell.empty()) {
    complain("for which shell? osaca completion bash|zsh|fish");
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

} // namespace osaca::driver
