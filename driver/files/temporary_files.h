// A temporary folder that is removed with its contents, even if the program is interrupted.
#pragma once

#include "base/expected.h"

#include <csignal>
#include <memory>
#include <string>
#include <thread>

namespace osaca::driver {

/// While the object exists, a thread waits for SIGINT, SIGTERM and SIGHUP. It removes the folder and then lets the
/// signal have its usual effect. The object has to be created before other threads are started. They then inherit a
/// mask that leaves these signals to the waiting thread.
class TemporaryFolder {
public:
  [[nodiscard]] static Expected<std::unique_ptr<TemporaryFolder>> make();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  [[nodiscard]] const std::string &path() const { return path_; }

  /// Creates a folder with this name in the temporary folder.
  [[nodiscard]] std::string folder_in(const std::string &name) const;

private:
  /// Interrupts are blocked already; `before` is the mask to restore.
  TemporaryFolder(std::string path, const sigset_t &before);
  std::string path_;
  sigset_t before_;
  std::jthread watcher_;
};

} // namespace osaca::driver
