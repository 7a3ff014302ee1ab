// Open files, and what is on the disk for a while only: files that take another's place as a whole, folders that go
// away.
#pragma once

#include "base/expected.h"

#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <thread>
#include <utility>

namespace osaca::driver {

// An open file of the operating system.

/// Closes on every way out; standard input and output are not ours to close.
class Descriptor {
public:
  Descriptor(int number, bool owned) : number_(number), owned_(owned) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  Descriptor(Descriptor &&other) noexcept;
  Descriptor &operator=(Descriptor &&) = delete;
  ~Descriptor() { (void)close(); }
  [[nodiscard]] int number() const { return number_; }
  /// Some file systems report a full disk only here.
  [[nodiscard]] bool close();

private:
  int number_;
  bool owned_;
};

/// False: errno tells why.
[[nodiscard]] bool write_all(int descriptor, std::string_view text);

// A file that is there as a whole or not at all: written beside its place under another name, then renamed. Builds run
// in parallel, are interrupted, and fill disks.

class ReplacedFile {
public:
  /// Empty: `path` has to be written in place. It is no regular file (a pipe, a device), it has other names or another
  /// owner, which a new file would not have, or nothing can be put beside it.
  [[nodiscard]] static std::optional<ReplacedFile> open(const std::string &path);

  ReplacedFile(ReplacedFile &&other) noexcept;
  ReplacedFile &operator=(ReplacedFile &&) = delete;
  ~ReplacedFile();

  /// Puts a file with this text into place. False: what was there still is; errno tells why.
  [[nodiscard]] bool write(std::string_view text);

private:
  ReplacedFile(std::string place, std::string beside, Descriptor file)
      : place_(std::move(place)), beside_(std::move(beside)), file_(std::move(file)) {}
  /// False: a file of ours cannot be what `old` is.
  [[nodiscard]] bool become_like(const struct stat &old) const;

  std::string place_;
  std::string beside_; ///< empty: no longer there
  Descriptor file_;
};

// A folder that goes away with everything in it, also when the program is interrupted.

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
