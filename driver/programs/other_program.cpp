#include "driver/programs/other_program.h"

#include "driver/command_line/command_line.h"
#include "driver/command_line/exit_status.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace osaca::driver {
namespace {

std::filesystem::path folder_of_this_program() {
  std::error_code failed;
  return std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
}

} // namespace

int run_other_program(const OtherProgram &program, const Words &words) {
  std::vector<char *> arguments;
  Words all = {program.name};
  all.insert(all.end(), words.begin(), words.end());
  for (std::string &word : all)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);

  const std::string beside = (folder_of_this_program() / program.name).string();
  ::execv(beside.c_str(), arguments.data()); // comes back only if it failed
  if (errno == ENOENT)
    ::execvp(program.name, arguments.data());
  const std::string name = program.name;
  if (errno == ENOENT)
    complain(std::string("'osaca ") + program.subcommand + "' needs the program " + name +
             ", which is not installed beside 'osaca' or on PATH; " + program.when_built);
  else
    complain(name + " cannot be started: " + std::strerror(errno));
  return unusable_input;
}

} // namespace osaca::driver
