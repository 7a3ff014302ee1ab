#include "driver/programs/run_program.h"

#include "driver/files/descriptor.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace osaca::driver {
namespace {

using Clock = std::chrono::steady_clock;

Words environment_for(const ProgramRequest &request) {
  Words set = {"LC_ALL=C", "CCACHE_DISABLE=1"};
  if (!request.folder.empty())
    set.push_back("TMPDIR=" + request.folder);
  Words out;
  for (char **entry = environ; *entry != nullptr; ++entry) {
    const std::string_view name = std::string_view(*entry).substr(0, std::string_view(*entry).find('='));
    bool replaced = false;
    for (const std::string &ours : set)
      replaced = replaced || std::string_view(ours).substr(0, ours.find('=')) == name;
    if (!replaced)
      out.emplace_back(*entry);
  }
  out.insert(out.end(), set.begin(), set.end());
  return out;
}

std::vector<char *> pointers_to(Words &words) {
  std::vector<char *> out;
  for (std::string &word : words)
    out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

/// Between fork and exec: only calls that are allowed there, for other threads may hold locks.
[[noreturn]] void become(const char *path, char *const *arguments, char *const *environment, const char *folder,
                         int output) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDONLY);
  if ((*folder == '\0' || ::chdir(folder) == 0) && nothing >= 0 && ::dup2(nothing, 0) == 0 && ::dup2(output, 1) == 1 &&
      ::dup2(output, 2) == 2)
    ::execve(path, arguments, environment);
  ::_exit(127);
}

/// Whether the child has ended; it stays a zombie, so that its process group cannot become somebody else's.
bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == child;
}

/// Takes what is there. False: nothing more will come.
bool take_output(int from, std::string &output, std::size_t limit) {
  char buffer[16384];
  for (;;) {
    const ssize_t got = ::read(from, buffer, sizeof buffer);
    if (got > 0)
      output.append(buffer, std::min(static_cast<std::size_t>(got), limit - output.size()));
    else if (got == 0)
      return false;
    else if (errno != EINTR)
      return errno == EAGAIN;
    if (output.size() >= limit)
      return true; // one buffer a turn, so that one who writes for ever meets the clock
  }
}

void end(pid_t child, ProgramResult &result) {
  ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return;
  if (WIFEXITED(status))
    result.exit_status = WEXITSTATUS(status);
  else if (WIFSIGNALED(status) && result.problem.empty())
    result.problem = std::string("was ended by signal ") + std::to_string(WTERMSIG(status));
}

} // namespace

ProgramResult run_program(const ProgramRequest &request) {
  ProgramResult result;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    result.problem = std::string("could not be given a pipe: ") + std::strerror(errno);
    return result;
  }
  const Descriptor reading(ends[0], true);
  Words words = {request.path};
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  Words variables = environment_for(request);
  const std::vector<char *> arguments = pointers_to(words);
  const std::vector<char *> environment = pointers_to(variables);
  pid_t child = -1;
  {
    const Descriptor writing(ends[1], true);
    child = ::fork();
    if (child == 0)
      become(request.path.c_str(), arguments.data(), environment.data(), request.folder.c_str(), writing.number());
  }
  if (child < 0) {
    result.problem = std::string("could not be started: ") + std::strerror(errno);
    return result;
  }
  ::setpgid(child, child); // whoever comes first; it must be done before the group is killed
  ::fcntl(reading.number(), F_SETFL, O_NONBLOCK);
  const auto deadline = Clock::now() + request.timeout;
  bool more = true;
  for (;;) {
    const bool ended = has_ended(child);
    if (more)
      more = take_output(reading.number(), result.output, request.output_limit_bytes);
    if (ended)
      break;
    if (Clock::now() >= deadline) {
      result.problem = "did not end within " + std::to_string(request.timeout.count()) + " s";
      break;
    }
    pollfd wait = {more ? reading.number() : -1, POLLIN, 0};
    ::poll(&wait, 1, 10);
  }
  end(child, result);
  return result;
}

} // namespace osaca::driver
