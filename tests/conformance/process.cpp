// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "process.h"

#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace osaca::conformance {
namespace {

constexpr int could_not_start = 127;

[[noreturn]] void become(const std::vector<std::string> &command, const std::filesystem::path &folder) {
  if (chdir(folder.c_str()) != 0)
    _exit(could_not_start);
  const int output = open("stdout.txt", O_WRONLY | O_CREAT | O_TRUNC, 0666);
  const int errors = open("stderr.txt", O_WRONLY | O_CREAT | O_TRUNC, 0666);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  std::vector<char *> words;
  for (const std::string &word : command)
    words.push_back(const_cast<char *>(word.c_str()));
  words.push_back(nullptr);
  execvp(words.front(), words.data());
  _exit(could_not_start);
}

} // namespace

Finished run(const std::vector<std::string> &command, const std::filesystem::path &folder) {
  const pid_t child = fork();
  if (child == 0)
    become(command, folder);
  int status = could_not_start;
  if (child > 0)
    waitpid(child, &status, 0);
  return {status, content_of(folder / "stdout.txt"), content_of(folder / "stderr.txt")};
}

std::string content_of(const std::filesystem::path &file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> words_of(const std::string &text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return words;
}

} // namespace osaca::conformance
