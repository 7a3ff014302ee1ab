// Files of the operating system: descriptors, names without links, and writing whole files. Builds run in parallel, are
// interrupted, and fill disks; none of this may leave half a file.
#pragma once

#include "base/expected.h"

#include <optional>
#include <string>
#include <string_view>

namespace osaca {

/// An open file. It is closed when the object is destroyed, unless it is not owned (standard input and output).
class Descriptor {
public:
  explicit Descriptor(int number, bool is_owned = true) : number_(number), is_owned_(is_owned) {}
  Descriptor(Descriptor &&other) noexcept;
  Descriptor &operator=(Descriptor &&other) noexcept; ///< swaps the files
  ~Descriptor() { (void)close(); }

  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int number() const { return number_; }
  /// Some file systems report a full disk only when the file is closed.
  [[nodiscard]] bool close();

private:
  int number_;
  bool is_owned_;
};

/// False: the reason is in errno.
[[nodiscard]] bool write_all(int descriptor, std::string_view bytes);

/// `path` without links, `.` and `..`, resolved by the file system; empty: the file does not exist.
[[nodiscard]] std::optional<std::string> path_without_links(const std::string &path);

// Both functions write a new file in the same folder, which replaces the old one when it is complete. They keep
// permissions, and links of this user and of root (output_place.h), and return the error if something failed.

/// Writes an output. It is written in place in three cases: it is not a regular file (a pipe, a device); it has other
/// names or another owner, which a new file would lose; or no file may be created in its folder. Then a full disk still
/// leaves the old content, but a crash does not.
[[nodiscard]] std::optional<Error> write_file(const std::string &path, std::string_view bytes);

/// Replaces an existing file that must not be lost, such as a source. It is never written in place. `path` is without
/// links.
[[nodiscard]] std::optional<Error> replace_file(const std::string &path, std::string_view bytes);

} // namespace osaca
