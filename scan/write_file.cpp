#include "scan/annotation_edits.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace osaca::scan {
namespace {

Error problem(const std::string &path, const std::string &what) {
  return {what + ": " + std::strerror(errno), {path, 0, 0}};
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(file, bytes.data(), bytes.size());
    if (put < 0 && errno != EINTR)
      return false;
    bytes.remove_prefix(put < 0 ? 0 : static_cast<std::size_t>(put));
  }
  return true;
}

/// Writes the contents and sets the old file's permissions before the file is renamed.
bool fill(int file, std::string_view bytes, const struct stat &old) {
  if (!write_all(file, bytes))
    return false;
  // Only root can change the owner. The mode is set afterwards, because changing the owner clears some of its bits.
  if (::fchown(file, old.st_uid, old.st_gid) != 0 && errno != EPERM)
    return false;
  return ::fchmod(file, old.st_mode & 07777U) == 0 && ::fsync(file) == 0;
}

} // namespace

std::optional<Error> replace_file(const std::string &path, std::string_view bytes) {
  struct stat old = {};
  if (::stat(path.c_str(), &old) != 0 || ::access(path.c_str(), W_OK) != 0)
    return problem(path, "cannot be written");
  std::string temporary = path + ".osaca-XXXXXX";
  const int file = ::mkstemp(temporary.data());
  if (file < 0)
    return problem(path, "no temporary file can be created next to it");
  bool good = fill(file, bytes, old);
  int reason = errno;
  if (::close(file) != 0 && good) {
    good = false;
    reason = errno;
  }
  if (good && ::rename(temporary.c_str(), path.c_str()) == 0)
    return std::nullopt;
  errno = good ? errno : reason;
  Error error = problem(path, "cannot be written");
  ::unlink(temporary.c_str());
  return error;
}

std::optional<Error> write_to_stdout(std::string_view bytes) {
  if (write_all(STDOUT_FILENO, bytes) || errno == EPIPE)
    return std::nullopt;
  return problem("<stdout>", "cannot be written");
}

} // namespace osaca::scan
