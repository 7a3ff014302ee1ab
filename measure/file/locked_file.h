// A file that a run writes over minutes or hours. It is locked as long as the run lasts, so that a second run cannot
// mix its lines in.
#pragma once

#include "base/expected.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace osaca::measure {

/// The lock is one of POSIX (fcntl): it belongs to this process, not to the children that it measures in, and the
/// system knows whose it is. It ends when this process closes the file anywhere, so read and write it through this
/// class only. Pipes, devices and file systems without locks are written without one.
class LockedFile {
public:
  /// Creates the file if there is none; what it holds is kept. Error: it cannot be written, or another process is
  /// writing it.
  [[nodiscard]] static Expected<LockedFile> open(const std::string &path);

  LockedFile(LockedFile &&other) noexcept
      : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)),
        is_regular_(other.is_regular_) {}
  LockedFile(const LockedFile &) = delete;
  LockedFile &operator=(const LockedFile &) = delete;
  LockedFile &operator=(LockedFile &&other) noexcept;
  ~LockedFile();

  [[nodiscard]] const std::string &path() const { return path_; }
  /// Whether `path` names this file, too.
  [[nodiscard]] bool is(const std::string &path) const;

  /// All of it; empty for pipes and devices.
  [[nodiscard]] Expected<std::string> read() const;
  /// What goes wrong, if anything.
  [[nodiscard]] std::optional<Error> append(std::string_view text);
  /// In place of what the file holds.
  [[nodiscard]] std::optional<Error> rewrite(std::string_view text);
  /// The same by another file that takes its name when it is complete: a run that is killed leaves one of the two.
  /// Links and permissions are kept.
  [[nodiscard]] std::optional<Error> replace(std::string_view text);

private:
  LockedFile(std::string path, int descriptor, bool is_regular)
      : path_(std::move(path)), descriptor_(descriptor), is_regular_(is_regular) {}

  std::string path_;
  int descriptor_;
  bool is_regular_;
};

/// None for an empty path, which stands for standard output.
[[nodiscard]] Expected<std::optional<LockedFile>> open_output(const std::string &path);

struct NamedOutput {
  std::string option; ///< "--mixes"
  std::string path;   ///< empty: none
};

/// Two of them. Error: one cannot be opened, or both are the same file.
[[nodiscard]] Expected<std::pair<std::optional<LockedFile>, std::optional<LockedFile>>>
open_outputs(const NamedOutput &first, const NamedOutput &second);

} // namespace osaca::measure
