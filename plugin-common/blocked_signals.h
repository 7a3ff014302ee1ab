// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prevents a failed write from killing the compiler.
#pragma once

#include <cerrno>
#include <csignal>
#include <ctime>

namespace osaca {

/// While an object exists, writing to a pipe without a reader, or beyond the limit on file sizes, makes the write fail
/// instead of killing the process. This applies only to the current thread. Other signals are not affected.
class BlockedSignals {
public:
  BlockedSignals() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : signals)
      sigaddset(&held, signal);
    sigpending(&pending_before_);
    pthread_sigmask(SIG_BLOCK, &held, &mask_before_);
  }

  ~BlockedSignals() {
    const timespec at_once = {};
    for (const int signal : signals) {
      sigset_t one;
      sigemptyset(&one);
      sigaddset(&one, signal);
      if (sigismember(&pending_before_, signal) == 0)
        while (sigtimedwait(&one, nullptr, &at_once) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
  }

  BlockedSignals(const BlockedSignals &) = delete;
  BlockedSignals &operator=(const BlockedSignals &) = delete;

private:
  static constexpr int signals[] = {SIGPIPE, SIGXFSZ};

  sigset_t pending_before_;
  sigset_t mask_before_;
};

} // namespace osaca
