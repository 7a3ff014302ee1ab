// A file that is there as a whole or not at all: written beside its place under another name, then renamed. Builds run
// in parallel, are interrupted, and fill disks.
#pragma once

#include "driver/files/descriptor.h"

#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <utility>

namespace osaca::driver {

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

} // namespace osaca::driver
