// Somebody who watches a process from outside: hardware counters above all.
#pragma once

#include <sys/types.h>

namespace osaca::measure {

class ProcessObserver {
public:
  virtual ~ProcessObserver() = default;

  /// The process is ready and waits; it goes on when this returns.
  virtual void begins(pid_t process) = 0;
};

} // namespace osaca::measure
