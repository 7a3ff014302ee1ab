#include "measure/file/locked_file.h"

#include "base/format.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace osaca::measure {
namespace {

Error system_error(const std::string &path, const char *what) {
  return {format_text("{}: {}", what, std::strerror(errno)), {path, 0, 0}};
}

struct flock whole_file() {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

enum class Lock { taken, locked_by_another, gone };

Lock take_lock(int descriptor, pid_t &holder) {
  struct flock lock = whole_file();
  if (::fcntl(descriptor, F_SETLK, &lock) == 0)
    return Lock::taken;
  if (errno != EACCES && errno != EAGAIN)
    return Lock::taken; // this file system has no locks
  lock = whole_file();
  if (::fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK)
    return Lock::gone;
  holder = lock.l_pid;
  return Lock::locked_by_another;
}

Error is_in_use(const std::string &path, pid_t holder) {
  const std::string process =
      holder > 0 ? format_text(" (process {})", holder) : ""; // 0: in another container or on another machine
  return {
      format_text("is being written by another osaca measure{}: wait until it ends, or write another file", process),
      {path, 0, 0}};
}

bool are_same(const struct stat &one, const struct stat &other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

constexpr mode_t permissions = 0666; // restricted by the user's umask

} // namespace

Expected<LockedFile> LockedFile::open(const std::string &path) {
  constexpr int most_attempts = 100;
  struct stat before = {};
  const bool is_special = ::stat(path.c_str(), &before) == 0 && !S_ISREG(before.st_mode);
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    Descriptor opened(
        ::open(path.c_str(), O_CREAT | O_APPEND | O_CLOEXEC | (is_special ? O_WRONLY : O_RDWR), permissions));
    if (!opened.is_open())
      return system_error(path, "cannot be written");
    LockedFile file(path, std::move(opened), !is_special);
    if (is_special)
      return file;
    pid_t holder = 0;
    const Lock lock = take_lock(file.file_.number(), holder);
    if (lock == Lock::locked_by_another)
      return is_in_use(path, holder);
    if (lock == Lock::taken && file.is(path)) // otherwise another run has replaced the file meanwhile
      return file;
  }
  return Error{"cannot be locked", {path, 0, 0}};
}

bool LockedFile::is(const std::string &path) const {
  struct stat here = {};
  struct stat there = {};
  return ::fstat(file_.number(), &here) == 0 && ::stat(path.c_str(), &there) == 0 && are_same(here, there);
}

Expected<std::string> LockedFile::read() const {
  std::string text;
  std::array<char, 65536> piece = {};
  while (is_regular_) {
    const ssize_t got = ::pread(file_.number(), piece.data(), piece.size(), static_cast<off_t>(text.size()));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return system_error(path_, "cannot be read");
    if (got == 0)
      break;
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  return text;
}

std::optional<Error> LockedFile::append(std::string_view text) {
  if (!write_all(file_.number(), text))
    return system_error(path_, "cannot be written");
  return std::nullopt;
}

std::optional<Error> LockedFile::rewrite(std::string_view text) {
  if (is_regular_ && ::ftruncate(file_.number(), 0) != 0)
    return system_error(path_, "cannot be written");
  return append(text);
}

std::optional<Error> LockedFile::replace(std::string_view text) {
  std::error_code unknown;
  const std::string place = std::filesystem::canonical(path_, unknown).string(); // a link is kept
  struct stat old = {};
  if (!is_regular_ || unknown || ::fstat(file_.number(), &old) != 0)
    return rewrite(text);
  const std::string beside = place + ".new";
  auto made = open(beside); // locked before it is renamed
  if (!made)
    return rewrite(text); // the folder does not accept new files
  LockedFile file = *std::move(made);
  auto problem = file.rewrite(text);
  if (!problem &&
      (::fchmod(file.file_.number(), old.st_mode & 07777U) != 0 || ::rename(beside.c_str(), place.c_str()) != 0))
    problem = system_error(path_, "cannot be written");
  if (problem) {
    ::unlink(beside.c_str());
    return Error{problem->message, {path_, 0, 0}};
  }
  std::swap(file_, file.file_);
  return std::nullopt;
}

Expected<std::optional<LockedFile>> open_output(const std::string &path) {
  if (path.empty())
    return std::optional<LockedFile>();
  OSACA_TRY(auto file, LockedFile::open(path));
  return std::optional<LockedFile>(std::move(file));
}

Expected<std::pair<std::optional<LockedFile>, std::optional<LockedFile>>> open_outputs(const NamedOutput &first,
                                                                                       const NamedOutput &second) {
  OSACA_TRY(auto one, open_output(first.path));
  std::pair<std::optional<LockedFile>, std::optional<LockedFile>> opened = {std::move(one), std::nullopt};
  if (opened.first && !second.path.empty() && opened.first->is(second.path))
    return Error{format_text("{} and {} name the same file", first.option, second.option), {second.path, 0, 0}};
  OSACA_TRY(opened.second, open_output(second.path));
  return opened;
}

} // namespace osaca::measure
