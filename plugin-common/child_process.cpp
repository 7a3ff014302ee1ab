// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver_client.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace osaca {
namespace {

/// A file descriptor that its destructor closes.
class Descriptor {
public:
  Descriptor() = default;
  ~Descriptor() { close(); }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }

  void take(int number) {
    close();
    number_ = number;
  }
  void close() {
    if (number_ >= 0)
      ::close(number_);
    number_ = -1;
  }

private:
  int number_ = -1;
};

/// One of the child's standard streams: our end, which is non-blocking, and the child's end.
struct Stream {
  Descriptor ours;
  Descriptor childs;

  [[nodiscard]] bool open(bool is_input) {
    int ends[2] = {-1, -1};
    // A socket, because it can be written without raising SIGPIPE after the reader has closed it.
    const int failure =
        is_input ? ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) : ::pipe2(ends, O_CLOEXEC);
    if (failure != 0)
      return false;
    ours.take(ends[0]);
    childs.take(ends[1]);
    // A descriptor below 3 would be overwritten when the child's standard streams are set up.
    if (childs.number() < 3)
      childs.take(::fcntl(childs.number(), F_DUPFD_CLOEXEC, 3));
    return childs.is_open() && ::fcntl(ours.number(), F_SETFL, O_NONBLOCK) == 0;
  }
};

struct Streams {
  Stream in;
  Stream out;
  Stream err;

  [[nodiscard]] bool open() { return in.open(true) && out.open(false) && err.open(false); }

  void leave_to_child() {
    in.childs.close();
    out.childs.close();
    err.childs.close();
  }
};

/// The child must not inherit the signals that the compiler blocks or ignores.
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

int spawn(const ChildRequest &request, const Streams &streams, pid_t &child) {
  std::vector<char *> argv;
  argv.push_back(const_cast<char *>(request.program.c_str()));
  for (const std::string &argument : request.arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, streams.in.childs.number(), 0);
  posix_spawn_file_actions_adddup2(&actions, streams.out.childs.number(), 1);
  posix_spawn_file_actions_adddup2(&actions, streams.err.childs.number(), 2);
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

/// Writes the child's input and reads its output while it runs. It waits for this child only, because the compiler
/// itself waits for its other children.
class Conversation {
public:
  Conversation(pid_t child, const ChildRequest &request, Streams &streams, ChildResult &result)
      : child_(child), request_(request), streams_(streams), result_(result) {}

  void hold() {
    while (true) {
      const bool has_ended = finished(); // checked first: all that it wrote before its exit is in the pipes by now
      move_bytes();
      if (has_ended)
        return;
      std::string reason = reason_to_stop();
      if (!reason.empty()) {
        stop();
        result_.problem = std::move(reason);
        return;
      }
      wait_for_news();
    }
  }

private:
  void move_bytes() {
    send_input();
    take(streams_.out.ours, result_.output);
    take(streams_.err.ours, result_.errors);
  }

  void send_input() {
    Descriptor &in = streams_.in.ours;
    while (in.is_open() && sent_ < request_.input.size()) {
      const ssize_t count = ::send(in.number(), request_.input.data() + sent_, request_.input.size() - sent_,
                                   MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count > 0)
        sent_ += static_cast<std::size_t>(count);
      else if (count < 0 && errno == EAGAIN)
        return;
      else if (count == 0 || errno != EINTR)
        break; // the child has closed its input
    }
    in.close();
  }

  /// Reads slightly more than the limit, so that exceeding it is noticed.
  void take(Descriptor &from, std::string &into) const {
    char buffer[16384];
    while (from.is_open() && static_cast<long>(into.size()) <= request_.output_limit_bytes) {
      const ssize_t got = ::read(from.number(), buffer, sizeof buffer);
      if (got > 0)
        into.append(buffer, static_cast<std::size_t>(got));
      else if (got == 0)
        from.close();
      else if (errno != EINTR)
        return;
    }
  }

  /// Waits for input or output, with a timeout: a child of the child may keep the pipes open.
  void wait_for_news() const {
    constexpr int pause_ms = 5;
    constexpr int pause_at_end_ms = 1; // after the child has closed its output, it is about to exit
    pollfd news[] = {{streams_.in.ours.number(), POLLOUT, 0},
                     {streams_.out.ours.number(), POLLIN, 0},
                     {streams_.err.ours.number(), POLLIN, 0}};
    ::poll(news, 3, streams_.out.ours.is_open() ? pause_ms : pause_at_end_ms);
  }

  bool finished() {
    int status = 0;
    const pid_t got = ::waitpid(child_, &status, WNOHANG);
    if (got == 0 || (got < 0 && errno == EINTR))
      return false;
    if (got < 0)
      return true; // SIGCHLD is ignored, so the kernel has reaped the child; only its output shows whether it succeeded
    if (WIFEXITED(status))
      result_.exit_status = WEXITSTATUS(status);
    else if (WIFSIGNALED(status))
      result_.problem = std::string("was terminated by signal ") + std::to_string(WTERMSIG(status)) + " (" +
                        ::strsignal(WTERMSIG(status)) + ")";
    return true;
  }

  /// Time during which this process did not run does not count: the user may have suspended the build (Ctrl-Z), and the
  /// child with it.
  void count_time() {
    constexpr double most_seconds_per_turn = 0.25; // a turn waits for a few milliseconds
    const double now = now_seconds();
    spent_seconds_ += std::min(now - last_seconds_, most_seconds_per_turn);
    last_seconds_ = now;
  }

  [[nodiscard]] std::string reason_to_stop() {
    count_time();
    if (spent_seconds_ > request_.timeout_seconds)
      return "did not finish within " + std::to_string(request_.timeout_seconds) + " s";
    if (static_cast<long>(std::max(result_.output.size(), result_.errors.size())) > request_.output_limit_bytes)
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
  Streams &streams_;
  ChildResult &result_;
  std::size_t sent_ = 0;
  double last_seconds_ = now_seconds();
  double spent_seconds_ = 0;
};

} // namespace

ChildResult run_child(const ChildRequest &request) {
  ChildResult result;
  Streams streams;
  if (!streams.open()) {
    result.problem = std::string("could not be started because no pipe could be created: ") + std::strerror(errno);
    return result;
  }
  pid_t child = 0;
  const int failure = spawn(request, streams, child);
  if (failure != 0) {
    result.problem = std::string("could not be started: ") + std::strerror(failure);
    return result;
  }
  streams.leave_to_child();
  Conversation(child, request, streams, result).hold();
  return result;
}

} // namespace osaca
