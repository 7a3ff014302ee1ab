#include "base/files.h"

#include "base/format.h"
#include "base/new_file.h"
#include "base/output_place.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace osaca {

Descriptor::Descriptor(Descriptor &&other) noexcept
    : number_(std::exchange(other.number_, -1)), is_owned_(other.is_owned_) {}

Descriptor &Descriptor::operator=(Descriptor &&other) noexcept {
  std::swap(number_, other.number_);
  std::swap(is_owned_, other.is_owned_);
  return *this;
}

bool Descriptor::close() {
  const int number = is_owned_ ? std::exchange(number_, -1) : -1;
  return number < 0 || ::close(number) == 0;
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

std::optional<std::string> path_without_links(const std::string &path) {
  if (path.empty() || !can_name_a_file(path))
    return std::nullopt;
  const std::unique_ptr<char, decltype(&std::free)> found(::realpath(path.c_str(), nullptr), &std::free);
  return found ? std::optional<std::string>(found.get()) : std::nullopt;
}

namespace {

constexpr mode_t all_permissions = 07777;
constexpr mode_t usual_permissions = 0666; // restricted by the user's umask
constexpr mode_t private_permissions = 0600;

Error system_error(const std::string &path, const char *what) {
  return {format_text("{}: {}", what, std::strerror(errno)), {path, 0, 0}};
}

/// False: the new file cannot get the properties of `old`.
bool copy_attributes(const NewFile &file, const struct stat &old) {
  struct stat made = {};
  return ::fstat(file.number(), &made) == 0 && made.st_uid == old.st_uid && made.st_gid == old.st_gid &&
         ::fchmod(file.number(), old.st_mode & all_permissions) == 0;
}

bool is_replaceable(const OutputPlace &place) {
  return place.is_new || (S_ISREG(place.status.st_mode) && (place.status.st_nlink == 1 || place.is_shared));
}

/// Fails before anything is changed if there is not enough space. What the file system cannot reserve is written
/// anyway.
bool has_space(int descriptor, std::size_t bytes) {
  if (bytes == 0 || ::fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)) == 0)
    return true;
  return errno != ENOSPC && errno != EDQUOT && errno != EFBIG;
}

bool write_over(int descriptor, std::string_view bytes) {
  const HeldInterrupts held;
  return has_space(descriptor, bytes.size()) && write_all(descriptor, bytes) &&
         ::ftruncate(descriptor, static_cast<off_t>(bytes.size())) == 0;
}

bool write_in_place(const OutputPlace &place, std::string_view bytes) {
  const int how = place.is_of_open_file ? O_TRUNC : O_NOFOLLOW | (place.is_new ? O_CREAT | O_EXCL : 0);
  Descriptor file(::openat(place.folder.number(), place.name.c_str(), O_WRONLY | O_CLOEXEC | how, usual_permissions));
  const bool is_regular = !place.is_of_open_file && S_ISREG(place.status.st_mode);
  return file.is_open() && (is_regular ? write_over(file.number(), bytes) : write_all(file.number(), bytes)) &&
         file.close();
}

/// Whether a file that cannot be created may still be written: its folder is read-only.
bool is_forbidden(int error) { return error == EACCES || error == EPERM; }

bool write_to(const OutputPlace &place, std::string_view bytes) {
  if (place.is_of_open_file || !is_replaceable(place))
    return write_in_place(place, bytes);
  if (!place.is_new && ::faccessat(place.folder.number(), place.name.c_str(), W_OK, AT_EACCESS) != 0)
    return false;
  {
    NewFile file(place.folder, place.name, usual_permissions);
    if (!file.is_open() && (place.is_new || !is_forbidden(errno)))
      return false;
    if (file.is_open() && (place.is_new || copy_attributes(file, place.status)))
      return write_all(file.number(), bytes) && file.replace();
  }
  return write_in_place(place, bytes);
}

} // namespace

std::optional<Error> write_file(const std::string &path, std::string_view bytes) {
  const Expected<OutputPlace> place = output_place_of(path);
  if (!place)
    return Error{place.error().message, {path, 0, 0}};
  return write_to(*place, bytes) ? std::nullopt : std::optional(system_error(path, "cannot be written"));
}

namespace {

/// Writes the contents and sets the owner and the permissions of `old`.
bool fill(const NewFile &file, std::string_view bytes, const struct stat &old) {
  if (!write_all(file.number(), bytes))
    return false;
  // Only root can change the owner. The mode is set afterwards, because changing the owner clears some of its bits.
  if (::fchown(file.number(), old.st_uid, old.st_gid) != 0 && errno != EPERM)
    return false;
  return ::fchmod(file.number(), old.st_mode & all_permissions) == 0 && ::fsync(file.number()) == 0;
}

} // namespace

std::optional<Error> replace_file(const std::string &path, std::string_view bytes) {
  const Expected<OutputPlace> place = output_place_of(path);
  if (!place)
    return Error{place.error().message, {path, 0, 0}};
  if (place->is_new)
    errno = ENOENT;
  if (place->is_new || place->is_of_open_file ||
      ::faccessat(place->folder.number(), place->name.c_str(), W_OK, AT_EACCESS) != 0)
    return system_error(path, "cannot be written");
  NewFile file(place->folder, place->name, private_permissions);
  if (!file.is_open())
    return system_error(path, "no temporary file can be created next to it");
  if (fill(file, bytes, place->status) && file.replace())
    return std::nullopt;
  return system_error(path, "cannot be written");
}

} // namespace osaca
