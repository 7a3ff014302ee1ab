// `osaca config [FILE]`: the settings for a file, and where they come from.
#include "base/format.h"
#include "base/source_location.h"
#include "driver/command_line/messages.h"
#include "driver/commands/commands.h"
#include "driver/commands/project.h"
#include "driver/files/output.h"

#include <filesystem>

namespace osaca::driver {

namespace {

struct ConfigOptions {
  std::vector<std::string> paths;
  bool dump = false;
};

constexpr const char *config_footer = "\nThe output is a complete .osaca.yml. docs/use/settings.md explains each "
                                      "key.\n\nExit status: 0 the settings were shown; 2 a settings file has errors.\n"
                                      "\nExamples:\n"
                                      "  osaca config                       show the settings for this folder\n"
                                      "  osaca config src/solver.c          show the settings for this file\n"
                                      "  osaca config --dump > .osaca.yml   write a file that you can edit";

void declare_config(OptionSet &options, ConfigOptions &chosen) {
  options.texts = {"osaca config",
                   "Shows the settings that apply to source files. They come from the nearest .osaca.yml above each "
                   "file. Without a file, shows the settings for this folder.",
                   config_footer};
  options.option("files", chosen.paths, "source files or folders").called("FILE...");
  options.flag("--dump", chosen.dump, "show the settings (this is the default)");
}

int run_config(ConfigOptions options) {
  if (options.paths.empty())
    options.paths.emplace_back(".");
  Project project;
  std::string text;
  bool good = true;
  for (const std::string &path : options.paths) {
    if (!can_name_a_file(path)) {
      complain(format_text("{} is too long for a path (limit: {} bytes)", in_quotes(path), longest_path_bytes));
      good = false;
      continue;
    }
    std::error_code failed;
    const Settings &settings =
        std::filesystem::is_directory(path, failed) ? project.settings_for(path + "/.") : project.settings_for(path);
    text += (text.empty() ? "" : "---\n") + text_of(settings);
  }
  good = written("-", text) && good;
  for (const Error &problem : project.problems())
    complain(problem);
  return good && project.problems().empty() ? success : unusable_input;
}

} // namespace

const Command config_command =
    command<ConfigOptions, declare_config, run_config>("config", "show the settings that apply to source files");

} // namespace osaca::driver
