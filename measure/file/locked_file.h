// A file that a run writes for minutes or hours. It is locked while the run lasts, so that a second run cannot mix its
// lines in.
#pragma once

#include "base/files.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace osaca::measure {

/// The lock is a POSIX one (fcntl). It belongs to this process and not to the measuring children, and the system can
/// report which process holds it. It ends when this process closes any descriptor of the file, so read and write the
/// file through this class only. Pipes, devices and files on file systems without locks are written without a lock.
class LockedFile {
public:
  /// Creates the file if it does not exist, and keeps its contents. Error: it cannot be written, or another process is
  /// writing it.
  [[nodiscard]] static Expected<LockedFile> open(const std::string &path);

  [[nodiscard]] const std::string &path() const { return path_; }
  /// Whether `path` also names this file.
  [[nodiscard]] bool is(const std::string &path) const;

  /// The whole contents; empty for pipes and devices.
  [[nodiscard]] Expected<std::string> read() const;
  /// Returns what failed, if anything.
  [[nodiscard]] std::optional<Error> append(std::string_view text);
  /// Replaces the contents of the file.
  [[nodiscard]] std::optional<Error> rewrite(std::string_view text);
  /// Replaces the contents by a new file, which is renamed when it is complete: a run that is killed leaves either the
  /// old or the new file. Links and permissions are kept.
  [[nodiscard]] std::optional<Error> replace(std::string_view text);

private:
  LockedFile(std::string path, Descriptor file, bool is_regular)
      : path_(std::move(path)), file_(std::move(file)), is_regular_(is_regular) {}

  std::string path_;
  Descriptor file_;
  bool is_regular_;
};

/// No file for an empty path, which means standard output.
[[nodiscard]] Expected<std::optional<LockedFile>> open_output(const std::string &path);

struct NamedOutput {
  std::string option; ///< "--mixes"
  std::string path;   ///< empty: no output
};

/// Opens two outputs. Error: one cannot be opened, or both are the same file.
[[nodiscard]] Expected<std::pair<std::optional<LockedFile>, std::optional<LockedFile>>>
open_outputs(const NamedOutput &first, const NamedOutput &second);

} // namespace osaca::measure
