#include "measure/harness/trial_process.h"

#include "measure/harness/measuring_child.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace osaca::measure {
namespace {

/// False: the order has no room for the task.
bool write_order(TrialOrder &order, const TimedTask &task) {
  const std::vector<std::uint8_t> &code = task.short_window.code;
  if (code.size() > order.code.size() || task.planted.size() > order.planted.size() || !task.regions.empty() ||
      task.changes_memory || task.x87_values)
    return false;
  order.general = task.short_window.general;
  order.vectors = task.vectors;
  order.fill_word = task.fill_word;
  order.fill_is_relative = task.fill_is_relative;
  order.max_pages = task.max_pages;
  order.counting = task.counting;
  order.recording = task.recording;
  order.code_bytes = code.size();
  order.planted_count = task.planted.size();
  std::ranges::copy(code, order.code.begin());
  std::ranges::copy(task.planted, order.planted.begin());
  return true;
}

} // namespace

TrialProcess::TrialProcess(const TimedFrame &frame) : frame_(frame) {
  void *memory =
      ::mmap(nullptr, sizeof(TrialMemory), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED)
    memory_ = static_cast<TrialMemory *>(memory); // all zeros; unused parts are not touched
}

TrialProcess::~TrialProcess() {
  if (process_ != 0)
    (void)end();
  if (memory_ != nullptr)
    ::munmap(memory_, sizeof(TrialMemory));
}

bool TrialProcess::start() {
  int ends[2] = {};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return false;
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]); // so that the end of the parent is noticed
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() == parent)
      serve_trials(frame_, *memory_, ends[1]);
    ::_exit(0);
  }
  ::close(ends[1]); // so that the end of the child is noticed
  if (child < 0) {
    ::close(ends[0]);
    return false;
  }
  process_ = child;
  channel_ = ends[0];
  return true;
}

int TrialProcess::end() {
  int wait_status = 0;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, &wait_status, 0);
  ::close(channel_);
  process_ = 0;
  channel_ = -1;
  return wait_status;
}

Status TrialProcess::wait(unsigned limit_seconds) {
  pollfd answer = {channel_, POLLIN, 0};
  int ready = 0;
  do
    ready = ::poll(&answer, 1, static_cast<int>(1000 * limit_seconds));
  while (ready < 0 && errno == EINTR);
  char one = 0;
  if (ready == 1 && ::read(channel_, &one, 1) == 1)
    return memory_->report.status;
  if (ready == 0) {
    (void)end();
    return Status::timeout;
  }
  // It has ended already, so the signal of end() does not change how.
  return status_of_end(end(), Status::crashed);
}

Rehearsal TrialProcess::run(const TimedTask &task) {
  if (memory_ == nullptr || !write_order(memory_->order, task) || (process_ == 0 && !start()))
    return rehearse(frame_, task);
  if (task.recording)
    memory_->order.recording->trace = &memory_->trace;
  memory_->report.status = Status::crashed;
  memory_->report.address = 0;
  memory_->report.laps = {};
  memory_->trace.count = 0;
  const char one = 1;
  if (::send(channel_, &one, 1, MSG_NOSIGNAL) != 1) {
    (void)end();
    return rehearse(frame_, task);
  }
  return rehearsal_of(result_of(memory_->report, wait(task.time_limit_seconds)), memory_->trace);
}

} // namespace osaca::measure
