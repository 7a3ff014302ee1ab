// A gate that a child process waits at until its parent lets it go on.
#pragma once

#include "measure/harness/process_observer.h"

namespace osaca::measure {

class StartGate {
public:
  /// Before the process is forked.
  StartGate();
  ~StartGate();
  StartGate(const StartGate &) = delete;
  StartGate &operator=(const StartGate &) = delete;

  [[nodiscard]] bool is_usable() const { return ends_[0] >= 0; }

  /// In the child: says that it is ready and waits. False: the parent is gone.
  [[nodiscard]] bool wait() const;
  /// In the child: what it was to begin could not be begun.
  void tell_failure() const;
  /// In the parent, later: whether the child said so. Waits until the child has ended or become another program.
  [[nodiscard]] bool was_told_failure() const;
  /// In the parent: tells the observer when the child is ready, then lets it go on. Nothing if the child ends before.
  void open(pid_t child, ProcessObserver &observer);

private:
  void shut(int end);
  int ends_[2] = {-1, -1}; ///< the parent's and the child's
};

} // namespace osaca::measure
