#include "base/new_file.h"

#include "base/format.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace osaca {

HeldInterrupts::HeldInterrupts() {
  sigset_t held;
  ::sigemptyset(&held);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
    ::sigaddset(&held, signal);
  ::pthread_sigmask(SIG_BLOCK, &held, &before_);
}

HeldInterrupts::~HeldInterrupts() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

namespace {

constexpr int most_temporary_names = 1000;

/// The name is unique among all processes that write there, including killed ones. It is short, because the final name
/// may have the maximum length.
std::string temporary_name(int number) { return format_text(".osaca-{}-{}.tmp", ::getpid(), number); }

/// The path through which an open file can get a name.
std::string path_of_open(int descriptor) { return format_text("/proc/self/fd/{}", descriptor); }

bool is_unsupported(int error) { return error == EOPNOTSUPP || error == EISDIR || error == ENOENT || error == EINVAL; }

} // namespace

NewFile::NewFile(const Descriptor &folder, std::string name, mode_t permissions)
    : folder_(folder), name_(std::move(name)), file_(opened(permissions)) {}

NewFile::~NewFile() {
  if (!temporary_name_.empty())
    (void)::unlinkat(folder_.number(), temporary_name_.c_str(), 0);
}

Descriptor NewFile::opened(mode_t permissions) {
  Descriptor file(::openat(folder_.number(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, permissions));
  const bool can_get_a_name = file.is_open() && ::access(path_of_open(file.number()).c_str(), F_OK) == 0;
  if (can_get_a_name || (!file.is_open() && !is_unsupported(errno)))
    return file;
  return with_temporary_name(permissions);
}

Descriptor NewFile::with_temporary_name(mode_t permissions) {
  for (int number = 0; number < most_temporary_names; ++number) {
    std::string name = temporary_name(number);
    Descriptor file(
        ::openat(folder_.number(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, permissions));
    if (file.is_open())
      temporary_name_ = std::move(name);
    if (file.is_open() || errno != EEXIST)
      return file;
  }
  return Descriptor(-1);
}

/// An open file cannot replace another one without having a name first.
bool NewFile::get_temporary_name() {
  for (int number = 0; number < most_temporary_names; ++number) {
    std::string name = temporary_name(number);
    if (::linkat(AT_FDCWD, path_of_open(file_.number()).c_str(), folder_.number(), name.c_str(), AT_SYMLINK_FOLLOW) ==
        0) {
      temporary_name_ = std::move(name);
      return true;
    }
    if (errno != EEXIST)
      return false;
  }
  return false;
}

bool NewFile::replace() {
  if (temporary_name_.empty()) {
    if (::linkat(AT_FDCWD, path_of_open(file_.number()).c_str(), folder_.number(), name_.c_str(), AT_SYMLINK_FOLLOW) ==
        0)
      return file_.close();
    if (errno != EEXIST || !get_temporary_name())
      return false;
  }
  if (!file_.close() || ::renameat(folder_.number(), temporary_name_.c_str(), folder_.number(), name_.c_str()) != 0)
    return false;
  temporary_name_.clear();
  return true;
}

} // namespace osaca
