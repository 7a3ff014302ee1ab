// Open files, files that are replaced atomically, and temporary folders.
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

/// Closes the file when it is destroyed, unless it is not owned (standard input and output).
class Descriptor {
public:
  Descriptor(int number, bool owned) : number_(number), owned_(owned) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  Descriptor(Descriptor &&other) noexcept;
  Descriptor &operator=(Descriptor &&) = delete;
  ~Descriptor() { (void)close(); }
  [[nodiscard]] int number() const { return number_; }
  /// Some file systems report a full disk only when the file is closed.
  [[nodiscard]] bool close();

private:
  int number_;
  bool owned_;
};

/// False: the reason is in errno.
[[nodiscard]] bool write_all(int descriptor, std::string_view text);

// A file that is replaced atomically: the new contents are written to another file in the same folder, which is then
// renamed. Builds run in parallel, are interrupted, and fill disks.

class ReplacedFile {
public:
  /// Empty: `path` has to be written in place, for one of three reasons. It is not a regular file (a pipe, a device).
  /// It has other names or another owner, which a new file would lose. Or no file can be created in its folder.
  [[nodiscard]] static std::optional<ReplacedFile> open(const std::string &path);

  ReplacedFile(ReplacedFile &&other) noexcept;
  ReplacedFile &operator=(ReplacedFile &&) = delete;
  ~ReplacedFile();

  /// Replaces the file with this text. False: the old file is unchanged, and the reason is in errno.
  [[nodiscard]] bool write(std::string_view text);

private:
  ReplacedFile(std::string place, std::string temporary_path, Descriptor file)
      : place_(std::move(place)), temporary_path_(std::move(temporary_path)), file_(std::move(file)) {}
  /// False: a new file cannot get the properties of `old`.
  [[nodiscard]] bool copy_attributes(const struct stat &old) const;

  std::string place_;
  std::string temporary_path_; ///< path of the temporary file; empty: it does not exist any more
  Descriptor file_;
};

// A temporary folder that is removed with its contents, even if the program is interrupted.

/// While the object exists, a thread waits for SIGINT, SIGTERM and SIGHUP. It removes the folder and then lets the
/// signal have its usual effect. The object has to be created before other threads, so that these leave the signals to
/// it.
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
  explicit TemporaryFolder(std::string path);
  std::string path_;
  sigset_t before_;
  std::jthread watcher_;
};

} // namespace osaca::driver
