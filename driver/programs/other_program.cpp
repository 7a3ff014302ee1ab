#include "driver/programs/other_program.h"

#include "driver/command_line/exit_status.h"
#include "driver/command_line/messages.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <unistd.h>
#include <vector>

namespace osaca::driver {
namespace {

std::filesystem::path folder_of_this_program() {
  std::error_code failed;
  return std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
}

} // namespace

Words words_for_other_program(const Command &command, const Words &words) {
  Words all;
  if (command.other_program != "osaca-" + std::string(command.name))
    all.push_back("osaca:" + std::string(command.name)); // no name of a subcommand has a colon
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

int run_other_program(const Command &command, const char *when_built, const Words &words) {
  const std::string name(command.other_program);
  Words all = {name};
  const Words told = words_for_other_program(command, words);
  all.insert(all.end(), told.begin(), told.end());
  std::vector<char *> arguments;
  for (std::string &word : all)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);

  const std::string beside = (folder_of_this_program() / name).string();
  ::execv(beside.c_str(), arguments.data()); // comes back only if it failed
  if (errno == ENOENT)
    ::execvp(name.c_str(), arguments.data());
  if (errno == ENOENT)
    complain("'osaca " + std::string(command.name) + "' needs the program " + name +
             ", which is not installed beside 'osaca' or on PATH; " + when_built);
  else
    complain(name + " cannot be started: " + std::strerror(errno));
  return unusable_input;
}

} // namespace osaca::driver
