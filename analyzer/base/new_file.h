// A file that appears under its name when it is complete, and not before.
#pragma once

#include "base/files.h"

#include <csignal>
#include <string>
#include <sys/stat.h>
#include <sys/types.h>

namespace osaca {

/// While an object exists, a signal that ends the program (Ctrl-C, SIGTERM, SIGHUP) waits, as far as this thread is
/// concerned.
class HeldInterrupts {
public:
  HeldInterrupts();
  ~HeldInterrupts();
  HeldInterrupts(const HeldInterrupts &) = delete;
  HeldInterrupts &operator=(const HeldInterrupts &) = delete;

private:
  sigset_t before_;
};

/// Opens a new file in a folder that has no name, and so vanishes with its process. It is not open if the file system
/// has no such files, or if it could not get a name later.
[[nodiscard]] Descriptor opened_unnamed(const Descriptor &folder, mode_t permissions);

/// Closes such a file and gives it its name. It replaces the file of this name. False: that file is unchanged, and the
/// reason is in errno.
[[nodiscard]] bool give_name(Descriptor &unnamed, const Descriptor &folder, const std::string &name);

/// A new file in a folder, which gets its name, or replaces the file of this name, when it is complete. Until then it
/// has no name if the file system supports this (O_TMPFILE), so that it vanishes with its process. Otherwise it is
/// called `.osaca-<process>-<number>.tmp`, and only SIGKILL can leave it there.
class NewFile {
public:
  /// `folder` has to stay open. The permissions are restricted by the user's umask.
  NewFile(const Descriptor &folder, std::string name, mode_t permissions);
  NewFile(const NewFile &) = delete;
  NewFile &operator=(const NewFile &) = delete;
  ~NewFile();

  [[nodiscard]] bool is_open() const { return file_.is_open(); } ///< if not, the reason is in errno
  [[nodiscard]] int number() const { return file_.number(); }

  /// False: the file of this name is unchanged, and the reason is in errno.
  [[nodiscard]] bool replace();

private:
  Descriptor opened(mode_t permissions);
  Descriptor with_temporary_name(mode_t permissions);

  HeldInterrupts held_; ///< destroyed after everything else has been cleaned up
  const Descriptor &folder_;
  std::string name_;
  std::string temporary_name_; ///< empty: the file has no name yet, or its final one
  Descriptor file_;
};

} // namespace osaca
