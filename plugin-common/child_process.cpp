// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "child_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace osaca {
namespace {

std::string system_error(const std::string &what) { return what + ": " + std::strerror(errno); }

/// A file without a name that goes away with its descriptor.
class UnnamedFile {
public:
  UnnamedFile() {
    const char *folder = std::getenv("TMPDIR");
    if (!open_in(folder != nullptr && *folder != '\0' ? folder : "/tmp"))
      open_in("/tmp");
  }
  ~UnnamedFile() {
    if (descriptor_ >= 0)
      ::close(descriptor_);
  }
  UnnamedFile(const UnnamedFile &) = delete;
  UnnamedFile &operator=(const UnnamedFile &) = delete;

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  [[nodiscard]] int descriptor() const { return descriptor_; }

  [[nodiscard]] long size_bytes() const {
    struct stat status {};
    return ::fstat(descriptor_, &status) == 0 ? static_cast<long>(status.st_size) : 0;
  }

  [[nodiscard]] bool fill(const std::string &text) const {
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t written = ::write(descriptor_, text.data() + done, text.size() - done);
      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return false;
      done += static_cast<std::size_t>(written);
    }
    return ::lseek(descriptor_, 0, SEEK_SET) == 0;
  }

  [[nodiscard]] std::string content(long limit_bytes) const {
    std::string text(static_cast<std::size_t>(std::min(size_bytes(), limit_bytes)), '\0');
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t got = ::pread(descriptor_, &text[done], text.size() - done, static_cast<off_t>(done));
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        break;
      done += static_cast<std::size_t>(got);
    }
    text.resize(done);
    return text;
  }

private:
  bool open_in(const std::string &folder) {
    std::string name = folder + "/osaca-XXXXXX";
    descriptor_ = ::mkostemp(&name[0], O_CLOEXEC);
    if (descriptor_ < 0)
      return false;
    ::unlink(name.c_str());
    // A descriptor below 3 would be lost when the child's standard streams are set up.
    if (descriptor_ < 3) {
      const int moved = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 3);
      ::close(descriptor_);
      descriptor_ = moved;
    }
    return descriptor_ >= 0;
  }

  int descriptor_ = -1;
};

/// The child must not inherit what the compiler blocked or ignored.
void set_default_signals(posix_spawnattr_t &attributes) {
  sigset_t none;
  sigset_t defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD})
    sigaddset(&defaults, signal);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

int spawn(const ChildRequest &request, const UnnamedFile &in, const UnnamedFile &out, const UnnamedFile &err,
          pid_t &child) {
  std::vector<char *> argv;
  argv.push_back(const_cast<char *>(request.program.c_str()));
  for (const std::string &argument : request.arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, in.descriptor(), 0);
  posix_spawn_file_actions_adddup2(&actions, out.descriptor(), 1);
  posix_spawn_file_actions_adddup2(&actions, err.descriptor(), 2);
  set_default_signals(attributes);
  const int failure = ::posix_spawn(&child, request.program.c_str(), &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

double now_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void pause_for(long nanoseconds) {
  const timespec time{0, nanoseconds};
  ::nanosleep(&time, nullptr);
}

/// Waits for this child alone; the compiler's other children are not ours to collect.
class Waiter {
public:
  Waiter(pid_t child, const ChildRequest &request) : child_(child), request_(request) {}

  void wait(const UnnamedFile &out, const UnnamedFile &err, ChildResult &result) {
    const double start = now_seconds();
    for (long pause_ns = 100000; !finished(result); pause_ns = next_pause(start)) {
      const std::string reason = reason_to_stop(start, out, err);
      if (!reason.empty()) {
        stop();
        result.problem = reason;
        return;
      }
      pause_for(pause_ns);
    }
  }

private:
  static long next_pause(double start) { return now_seconds() - start < 0.1 ? 300000 : 5000000; }

  bool finished(ChildResult &result) const {
    int status = 0;
    const pid_t got = ::waitpid(child_, &status, WNOHANG);
    if (got == 0 || (got < 0 && errno == EINTR))
      return false;
    if (got < 0)
      return true; // SIGCHLD is ignored here, so the system collected it: its output has to speak for itself
    if (WIFEXITED(status))
      result.exit_status = WEXITSTATUS(status);
    else if (WIFSIGNALED(status))
      result.problem = std::string("was ended by signal ") + std::to_string(WTERMSIG(status)) + " (" +
                       ::strsignal(WTERMSIG(status)) + ")";
    return true;
  }

  [[nodiscard]] std::string reason_to_stop(double start, const UnnamedFile &out, const UnnamedFile &err) const {
    if (now_seconds() - start > request_.timeout_seconds)
      return "did not finish within " + std::to_string(request_.timeout_seconds) + " s";
    if (out.size_bytes() > request_.output_limit_bytes || err.size_bytes() > request_.output_limit_bytes)
      return "wrote more than " + std::to_string(request_.output_limit_bytes >> 20) + " MiB";
    return {};
  }

  void stop() const {
    ::kill(child_, SIGKILL);
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
  }

  pid_t child_;
  const ChildRequest &request_;
};

} // namespace

ChildResult run_child(const ChildRequest &request) {
  ChildResult result;
  const UnnamedFile in;
  const UnnamedFile out;
  const UnnamedFile err;
  if (!in.is_open() || !out.is_open() || !err.is_open()) {
    result.problem = system_error("could not be given a temporary file");
    return result;
  }
  if (!in.fill(request.input)) {
    result.problem = system_error("could not be given its input");
    return result;
  }
  pid_t child = 0;
  const int failure = spawn(request, in, out, err, child);
  if (failure != 0) {
    result.problem = std::string("could not be started: ") + std::strerror(failure);
    return result;
  }
  Waiter(child, request).wait(out, err, result);
  result.output = out.content(request.output_limit_bytes);
  result.errors = err.content(4096);
  return result;
}

} // namespace osaca
