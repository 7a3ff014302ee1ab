// A gate at which a child process waits until its parent opens it, and the interface of observers that watch the
// process.
#pragma once

#include <sys/types.h>

namespace osaca::measure {

// An observer of a process, such as hardware counters.

class ProcessObserver {
public:
  virtual ~ProcessObserver() = default;

  /// Called when the process is ready and waits; the process continues after the return.
  virtual void begins(pid_t process) = 0;
};

// A gate at which a child process waits until its parent opens it.

class StartGate {
public:
  /// Construct it before the process is forked.
  StartGate();
  ~StartGate();
  StartGate(const StartGate &) = delete;
  StartGate &operator=(const StartGate &) = delete;

  [[nodiscard]] bool is_usable() const { return ends_[0] >= 0; }

  /// In the child: reports that it is ready and waits. False: the parent has ended.
  [[nodiscard]] bool wait() const;
  /// In the child: reports that its work could not be started.
  void report_failure() const;
  /// In the parent, later: whether the child reported a failure. Waits until the child has ended or has executed
  /// another program.
  [[nodiscard]] bool has_child_failed() const;
  /// In the parent: notifies the observer when the child is ready, then lets it continue. Does nothing if the child
  /// ends before.
  void open(pid_t child, ProcessObserver &observer);

private:
  void shut(int end);
  int ends_[2] = {-1, -1}; ///< the parent's and the child's
};

} // namespace osaca::measure
