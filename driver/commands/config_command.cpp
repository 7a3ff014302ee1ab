// `osaca config [FILE]`: the settings that hold for a file, and where they come from.
#include "base/file_name.h"
#include "driver/command_line/exit_status.h"
#include "driver/files/output.h"
#include "driver/commands/project.h"

#include <filesystem>

namespace osaca::driver {

int run_config(const Words &words) {
  std::vector<std::string> paths;
  bool dump = false;
  CLI::App app("Shows the settings that hold for source files: of the nearest .osaca.yml above each. Without a name, those "
               "for this folder.",
               "osaca config");
  app.footer("\nWhat is shown is itself a complete .osaca.yml (docs/settings.md explains each key).\n"
             "\nExit status: 0 shown; 2 a settings file has mistakes.\n"
             "\nExamples:\n"
             "  osaca config                       what holds here\n"
             "  osaca config src/solver.c          what holds for that file\n"
             "  osaca config --dump > .osaca.yml   a file to begin with");
  app.add_option("files", paths, "source files or folders")->type_name("FILE...");
  app.add_flag("--dump", dump, "show them (also without this)");
  if (const auto status = parse(app, words))
    return *status;
  if (paths.empty())
    paths.emplace_back(".");
  Project project;
  std::string text;
  bool good = true;
  for (const std::string &path : paths) {
    if (!can_name_a_file(path)) {
      complain(in_quotes(path) + " is longer than a path can be (" + std::to_string(longest_path_bytes) +
               " bytes)");
      good = false;
      continue;
    }
    std::error_code failed;
    const Settings &settings = std::filesystem::is_directory(path, failed) ? project.settings_for(path + "/.")
                                                                          : project.settings_for(path);
    text += (text.empty() ? "" : "---\n") + text_of(settings);
  }
  good = written("-", text) && good;
  for (const Error &problem : project.problems())
    complain(problem);
  return good && project.problems().empty() ? success : unusable_input;
}

} // namespace osaca::driver
