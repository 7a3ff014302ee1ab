#include "driver/programs/processes.h"

#include "base/files.h"
#include "base/format.h"
#include "driver/command_line/messages.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <new>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

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

/// Runs between fork and exec, where only async-signal-safe calls are allowed, because other threads may hold locks.
[[noreturn]] void become(const char *path, char *const *arguments, char *const *environment, const char *folder,
                         int output, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) // it has ended before
    ::_exit(127);
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

/// Whether the child has ended. It remains a zombie, so that its process group id cannot be reused.
bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == child;
}

/// Reads the available output. False: there will be no more.
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
      return true; // one buffer at a time, so that the time limit is also checked for a program that never stops
                   // writing
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
    result.problem = format_text("was terminated by signal {}", WTERMSIG(status));
}

} // namespace

ProgramResult run_program(const ProgramRequest &request) {
  ProgramResult result;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    result.problem = std::string("could not be started because no pipe could be created: ") + std::strerror(errno);
    return result;
  }
  const Descriptor reading(ends[0]);
  Words words = {request.path};
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  Words variables = environment_for(request);
  const std::vector<char *> arguments = pointers_to(words);
  const std::vector<char *> environment = pointers_to(variables);
  pid_t child = -1;
  {
    const Descriptor writing(ends[1]);
    const pid_t parent = ::getpid();
    child = ::fork();
    if (child == 0)
      become(request.path.c_str(), arguments.data(), environment.data(), request.folder.c_str(), writing.number(),
             parent);
  }
  if (child < 0) {
    result.problem = std::string("could not be started: ") + std::strerror(errno);
    return result;
  }
  ::setpgid(child, child); // called in parent and child, because it has to be done before the group is killed
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
      result.problem = format_text("did not end within {} s", request.timeout.count());
      break;
    }
    pollfd wait = {more ? reading.number() : -1, POLLIN, 0};
    ::poll(&wait, 1, 10);
  }
  end(child, result);
  return result;
}

} // namespace osaca::driver
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
    all.push_back("osaca:" + std::string(command.name)); // names of subcommands contain no colon
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

int run_other_program(const Command &command, const char *when_built, const Words &words) {
  const std::string name(command.other_program);
  Words all = {name};
  const Words passed = words_for_other_program(command, words);
  all.insert(all.end(), passed.begin(), passed.end());
  std::vector<char *> arguments;
  for (std::string &word : all)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);

  const std::string beside = (folder_of_this_program() / name).string();
  ::execv(beside.c_str(), arguments.data()); // returns only if it failed
  if (errno == ENOENT)
    ::execvp(name.c_str(), arguments.data());
  if (errno == ENOENT)
    complain(format_text("'osaca {}' needs the program {}, which is neither in the folder of 'osaca' nor on PATH; {}",
                         command.name, name, when_built));
  else
    complain(format_text("{} cannot be started: {}", name, std::strerror(errno)));
  return unusable_input;
}

namespace {

/// The bytes that RLIMIT_DATA limits: the sixth number of statm in proc(5), which is in pages.
rlim_t data_bytes() {
  std::ifstream statm("/proc/self/statm");
  rlim_t pages = 0;
  for (int field = 0; field < 6; ++field)
    statm >> pages;
  return statm ? pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

/// Ends at once, because a handler that catches the exception would need memory to report it (and LLVM does not catch
/// it).
[[noreturn]] void end_without_memory() {
  constexpr std::string_view message = "osaca: out of memory: the limit of --memory is too small for this input\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, message.data(), message.size());
  ::_exit(unusable_input);
}

} // namespace

void limit_memory(int mib) {
  rlimit limit = {};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0)
    return;
  // RLIMIT_AS is not used, because it also counts memory that threads and sanitizers only reserve.
  const rlim_t wanted = data_bytes() + (static_cast<rlim_t>(mib) << 20U);
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= wanted)
    return;
  limit.rlim_cur = wanted;
  ::setrlimit(RLIMIT_DATA, &limit);
  std::set_new_handler(end_without_memory);
}

void end_with(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before.
  if (::getppid() != parent && ::kill(parent, 0) != 0 && errno == ESRCH)
    ::_exit(1);
}

} // namespace osaca::driver
