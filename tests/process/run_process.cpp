#include "run_process.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace osaca::tests {
namespace {

constexpr int could_not_start = 127;
constexpr std::uintmax_t largest_file_bytes = std::uintmax_t{256} << 20;
constexpr unsigned longest_run_seconds = 600;
constexpr rlim_t largest_output_bytes = rlim_t{256} << 20;

/// `files`: for its input and output.
[[noreturn]] void become(const std::vector<char *> &words, const std::filesystem::path &files,
                         const RunOptions &options) {
  const int input = open((files / "input").c_str(), O_RDONLY);
  const int output = open((files / "output").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int errors = open((files / "errors").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (input < 0 || output < 0 || errors < 0 || (!options.folder.empty() && chdir(options.folder.c_str()) != 0))
    _exit(could_not_start);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  const rlimit size{largest_output_bytes, largest_output_bytes};
  if (options.limits_files)
    setrlimit(RLIMIT_FSIZE, &size);
  alarm(longest_run_seconds); // outlives execvp
  execvp(words.front(), words.data());
  _exit(could_not_start);
}

void wait_for(pid_t child, Finished &finished) {
  finished.exit_code = -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return;
  if (WIFEXITED(status))
    finished.exit_code = WEXITSTATUS(status);
  finished.lacks_instruction = WIFSIGNALED(status) && WTERMSIG(status) == SIGILL;
}

} // namespace

Expected<Finished> run(const std::vector<std::string> &command, const RunOptions &options) {
  const Expected<TemporaryFolder> files = TemporaryFolder::create();
  if (!files)
    return files.error();
  if (!write_file(files->path() / "input", options.input))
    return Error{"cannot write into " + files->path().string() + "; is the disk full?"};
  std::vector<char *> words;
  for (const std::string &word : command)
    words.push_back(const_cast<char *>(word.c_str()));
  words.push_back(nullptr);

  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0)
    become(words, files->path(), options);
  if (child < 0)
    return Error{"cannot start another process"};
  Finished finished;
  wait_for(child, finished);
  finished.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  if (finished.exit_code == could_not_start)
    return Error{command.front() + " could not be started"};
  const Expected<std::string> output = content_of(files->path() / "output");
  const Expected<std::string> errors = content_of(files->path() / "errors");
  if (!output || !errors)
    return Error{command.front() + ": its output cannot be read"};
  finished.output = *output;
  finished.errors = *errors;
  if (finished.exit_code < 0 && !finished.lacks_instruction)
    return Error{command.front() +
                 " crashed, or took more than ten minutes or 256 MiB of output: " + finished.errors.substr(0, 500)};
  return finished;
}

std::optional<std::string> find_program(const std::vector<std::string> &names) {
  const char *const variable = std::getenv("PATH");
  const std::string path = variable == nullptr ? "" : variable;
  for (const std::string &name : names) {
    if (name.find('/') != std::string::npos) {
      if (access(name.c_str(), X_OK) == 0)
        return name;
      continue;
    }
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find(':', begin), path.size());
      const std::string candidate = path.substr(begin, end - begin) + "/" + name;
      if (end > begin && access(candidate.c_str(), X_OK) == 0)
        return candidate;
      begin = end + 1;
    }
  }
  return std::nullopt;
}

Expected<TemporaryFolder> TemporaryFolder::create() {
  std::error_code problem;
  std::string pattern = (std::filesystem::temp_directory_path(problem) / "osaca-accuracy-XXXXXX").string();
  if (problem || mkdtemp(pattern.data()) == nullptr)
    return Error{"cannot make a temporary folder; set TMPDIR to one that can be written"};
  return TemporaryFolder(pattern);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty())
    std::filesystem::remove_all(path_, ignored);
}

Expected<std::string> content_of(const std::filesystem::path &file) {
  std::error_code problem;
  if (!std::filesystem::is_regular_file(file, problem))
    return Error{"there is no such file", {file.string(), 0, 0}};
  const std::uintmax_t size = std::filesystem::file_size(file, problem);
  if (problem || size > largest_file_bytes)
    return Error{problem ? problem.message() : "the file is larger than 256 MiB", {file.string(), 0, 0}};
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in)
    return Error{"the file cannot be read", {file.string(), 0, 0}};
  return text;
}

bool write_file(const std::filesystem::path &file, const std::string &text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  return !out.fail();
}

} // namespace osaca::tests
