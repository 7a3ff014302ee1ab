// `osaca scan`: a program of its own, osaca-scan, because it needs Clang as a shared library. It is looked for beside
// this program and then where the shell would look.
#include "driver/command_line.h"
#include "driver/exit_status.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace osaca::driver {
namespace {

constexpr const char *program = "osaca-scan";

std::filesystem::path folder_of_this_program() {
  std::error_code failed;
  return std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
}

} // namespace

int run_scan(const Words &words) {
  std::vector<char *> arguments;
  Words all = {program};
  all.insert(all.end(), words.begin(), words.end());
  for (std::string &word : all)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);

  const std::string beside = (folder_of_this_program() / program).string();
  ::execv(beside.c_str(), arguments.data()); // comes back only if it failed
  if (errno == ENOENT)
    ::execvp(program, arguments.data());
  if (errno == ENOENT)
    complain(std::string("'osaca scan' needs the program ") + program +
             ", which is not installed beside 'osaca' or on " + "PATH; it is built where libclang-22-dev is installed");
  else
    complain(std::string(program) + " cannot be started: " + std::strerror(errno));
  return unusable_input;
}

} // namespace osaca::driver
