#include "measure/harness/start_gate.h"

#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>

namespace osaca::measure {
namespace {

bool send_one(int end) {
  const char one = 1;
  return ::send(end, &one, 1, MSG_NOSIGNAL) == 1;
}

bool receive_one(int end) {
  char one = 0;
  ssize_t got = 0;
  do
    got = ::read(end, &one, 1);
  while (got < 0 && errno == EINTR);
  return got == 1;
}

} // namespace

StartGate::StartGate() {
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_) != 0)
    ends_[0] = ends_[1] = -1;
}

StartGate::~StartGate() {
  shut(0);
  shut(1);
}

void StartGate::shut(int end) {
  if (ends_[end] >= 0)
    ::close(ends_[end]);
  ends_[end] = -1;
}

bool StartGate::wait() const {
  ::close(ends_[0]); // so that the end of the parent is noticed
  return send_one(ends_[1]) && receive_one(ends_[1]);
}

void StartGate::report_failure() const { (void)send_one(ends_[1]); }

bool StartGate::has_child_failed() const { return receive_one(ends_[0]); }

void StartGate::open(pid_t child, ProcessObserver &observer) {
  shut(1); // so that the end of the child is noticed
  if (!receive_one(ends_[0]))
    return;
  observer.begins(child);
  (void)send_one(ends_[0]);
}

} // namespace osaca::measure
