// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets writing fail without ending the compiler.
#pragma once

#include <cerrno>
#include <csignal>
#include <ctime>

namespace osaca {

/// While one lives, what this thread writes to a pipe that nobody reads any more, or beyond the limit of a file's size,
/// is a write that fails, and not the end of the process. Signals of others stay as they were.
class HeldSignals {
public:
  HeldSignals() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : signals)
      sigaddset(&held, signal);
    sigpending(&pending_before_);
    pthread_sigmask(SIG_BLOCK, &held, &mask_before_);
  }

  ~HeldSignals() {
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

  HeldSignals(const HeldSignals &) = delete;
  HeldSignals &operator=(const HeldSignals &) = delete;

private:
  static constexpr int signals[] = {SIGPIPE, SIGXFSZ};

  sigset_t pending_before_;
  sigset_t mask_before_;
};

} // namespace osaca
