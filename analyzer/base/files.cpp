#include "base/files.h"

#include "base/format.h"

#include <cerrno>
#include <cstdio>
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

/// A new file in the folder of `place`, which it replaces when it is complete. Until then, it is removed when the
/// object is destroyed.
class NewFile {
public:
  NewFile(const std::string &place, mode_t permissions) : place_(place), file_(opened(permissions)) {}
  NewFile(NewFile &&other) noexcept
      : place_(std::move(other.place_)), name_(std::exchange(other.name_, {})), file_(std::move(other.file_)) {}
  NewFile &operator=(NewFile &&) = delete;
  ~NewFile() {
    if (!name_.empty())
      (void)::unlink(name_.c_str());
  }

  [[nodiscard]] bool is_open() const { return file_.is_open(); }
  [[nodiscard]] int number() const { return file_.number(); }

  /// False: the file at `place` is unchanged, and the reason is in errno.
  [[nodiscard]] bool replace() {
    if (!file_.close() || std::rename(name_.c_str(), place_.c_str()) != 0)
      return false;
    name_.clear();
    return true;
  }

private:
  /// The name is unique among all processes that write there, including killed ones. It is short, because the name of
  /// `place_` may have the maximum length.
  int opened(mode_t permissions) {
    constexpr int most_tries = 1000;
    const std::string folder = place_.substr(0, place_.rfind('/') + 1);
    for (int number = 0; number < most_tries; ++number) {
      std::string name = format_text("{}.osaca-{}-{}.tmp", folder, ::getpid(), number);
      const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions);
      if (descriptor >= 0)
        name_ = std::move(name);
      if (descriptor >= 0 || errno != EEXIST)
        return descriptor;
    }
    return -1;
  }

  std::string place_;
  std::string name_; ///< empty: the file does not exist, or has been renamed
  Descriptor file_;
};

/// Names that lead to open files, such as /dev/stdout. They have to be written in place, because the holder of the open
/// file would not see a replacement.
bool leads_to_open_file(const std::string &path) { return path.starts_with("/dev/") || path.starts_with("/proc/"); }

/// False: the new file cannot get the properties of `old`.
bool copy_attributes(const NewFile &file, const struct stat &old) {
  struct stat made = {};
  return ::fstat(file.number(), &made) == 0 && made.st_uid == old.st_uid && made.st_gid == old.st_gid &&
         ::fchmod(file.number(), old.st_mode & all_permissions) == 0;
}

/// Empty: `path` has to be written in place.
std::optional<NewFile> replacement_of(const std::string &path) {
  if (leads_to_open_file(path))
    return std::nullopt;
  struct stat old = {};
  const bool is_new = ::lstat(path.c_str(), &old) != 0;
  std::string place = path;
  if (!is_new) {
    // A link is kept, and its target is replaced.
    const std::optional<std::string> target = path_without_links(path);
    if (!target || ::stat(target->c_str(), &old) != 0 || !S_ISREG(old.st_mode) || old.st_nlink != 1 ||
        ::access(target->c_str(), W_OK) != 0)
      return std::nullopt;
    place = *target;
  }
  NewFile file(place, usual_permissions);
  return file.is_open() && (is_new || copy_attributes(file, old)) ? std::optional(std::move(file)) : std::nullopt;
}

} // namespace

std::optional<Error> write_file(const std::string &path, std::string_view bytes) {
  if (std::optional<NewFile> file = replacement_of(path)) {
    if (write_all(file->number(), bytes) && file->replace())
      return std::nullopt;
    return system_error(path, "cannot be written");
  }
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, usual_permissions));
  if (file.is_open() && write_all(file.number(), bytes) && file.close())
    return std::nullopt;
  return system_error(path, "cannot be written");
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
  struct stat old = {};
  if (::stat(path.c_str(), &old) != 0 || ::access(path.c_str(), W_OK) != 0)
    return system_error(path, "cannot be written");
  NewFile file(path, private_permissions);
  if (!file.is_open())
    return system_error(path, "no temporary file can be created next to it");
  if (fill(file, bytes, old) && file.replace())
    return std::nullopt;
  return system_error(path, "cannot be written");
}

} // namespace osaca
