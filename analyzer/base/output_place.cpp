#include "base/output_place.h"

#include "base/format.h"

#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utility>

namespace osaca {

namespace {

constexpr int most_links = 40; // as in the kernel

Error cannot_be_written(const std::string &why) { return Error{format_text("cannot be written: {}", why)}; }

Error with_reason() { return cannot_be_written(std::strerror(errno)); }

bool is_in_proc(const Descriptor &folder) {
  struct statfs system = {};
  return ::fstatfs(folder.number(), &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

bool is_trusted(const struct stat &status) { return status.st_uid == ::geteuid() || status.st_uid == 0; }

/// Read from the open link, so that the same link is checked and followed.
Expected<std::string> target_of(const Descriptor &link) {
  std::string target(PATH_MAX, '\0');
  const ssize_t length = ::readlinkat(link.number(), "", target.data(), target.size());
  if (length <= 0)
    return with_reason();
  target.resize(static_cast<std::size_t>(length));
  return target;
}

class OutputSearch {
public:
  Expected<OutputPlace> find(std::string path) {
    for (int links = 0; links < most_links; ++links) {
      if (const std::optional<Error> error = open_folder(path))
        return *error;
      if (is_in_proc(place_.folder)) {
        place_.is_of_open_file = true;
        return std::move(place_);
      }
      const Descriptor file(::openat(place_.folder.number(), place_.name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
      place_.is_new = !file.is_open() && errno == ENOENT;
      if (place_.is_new)
        return std::move(place_);
      if (!file.is_open() || ::fstat(file.number(), &place_.status) != 0)
        return with_reason();
      if (!S_ISLNK(place_.status.st_mode))
        return checked();
      if (!is_trusted(place_.status))
        return cannot_be_written("it is a symbolic link of another user, which may lead to any file; remove it, or "
                                 "pass another name");
      Expected<std::string> target = target_of(file);
      if (!target)
        return target.error();
      path = *std::move(target);
    }
    return cannot_be_written(std::strerror(ELOOP));
  }

private:
  /// A relative path is relative to the folder of the previous link.
  std::optional<Error> open_folder(const std::string &path) {
    const std::size_t name = path.rfind('/') + 1;
    if (path.empty() || name == path.size())
      return cannot_be_written(std::strerror(path.empty() ? ENOENT : EISDIR));
    const std::string folder = name == 0 ? "." : path.substr(0, name);
    Descriptor opened(::openat(place_.folder.is_open() ? place_.folder.number() : AT_FDCWD, folder.c_str(),
                               O_PATH | O_DIRECTORY | O_CLOEXEC));
    struct stat status = {};
    if (!opened.is_open() || ::fstat(opened.number(), &status) != 0)
      return with_reason();
    place_.folder = std::move(opened);
    place_.is_shared = (status.st_mode & S_IWOTH) != 0;
    place_.name = path.substr(name);
    return std::nullopt;
  }

  Expected<OutputPlace> checked() {
    if (S_ISDIR(place_.status.st_mode))
      return cannot_be_written(std::strerror(EISDIR));
    if (place_.is_shared && !is_trusted(place_.status))
      return cannot_be_written("it belongs to another user, in a folder in which everybody can create files; remove "
                               "it, or pass another name");
    return std::move(place_);
  }

  OutputPlace place_{.folder = Descriptor(-1), .name = ""};
};

} // namespace

Expected<OutputPlace> output_place_of(const std::string &path) { return OutputSearch().find(path); }

} // namespace osaca
