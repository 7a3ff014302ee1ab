// A folder that goes away with everything in it, also when the program is interrupted.
#pragma once

#include "base/expected.h"

#include <csignal>
#include <memory>
#include <string>
#include <thread>

namespace osaca::driver {

/// While it exists, a thread waits for SIGINT, SIGTERM and SIGHUP, removes the folder, and lets the signal do what it
/// does. To be made before other threads are, so that these leave the signals to it.
class TemporaryFolder {
public:
  [[nodiscard]] static Expected<std::unique_ptr<TemporaryFolder>> make();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  [[nodiscard]] const std::string &path() const { return path_; }

  /// A folder of that name in it.
  [[nodiscard]] std::string folder_in(const std::string &name) const;

private:
  explicit TemporaryFolder(std::string path);
  std::string path_;
  sigset_t before_;
  std::jthread watcher_;
};

} // namespace osaca::driver
