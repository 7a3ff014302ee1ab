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

bool link_open(const Descriptor &file, const Descriptor &folder, const std::string &name) {
  return ::linkat(AT_FDCWD, path_of_open(file.number()).c_str(), folder.number(), name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

} // namespace

Descriptor opened_unnamed(const Descriptor &folder, mode_t permissions) {
  Descriptor file(::openat(folder.number(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, permissions));
  if (!file.is_open() || ::access(path_of_open(file.number()).c_str(), F_OK) == 0)
    return file;
  errno = EOPNOTSUPP;
  return Descriptor(-1);
}

// A link replaces nothing, so a file that replaces another one gets a temporary name first.
bool give_name(Descriptor &unnamed, const Descriptor &folder, const std::string &name) {
  const HeldInterrupts held;
  if (link_open(unnamed, folder, name))
    return unnamed.close();
  for (int number = 0; errno == EEXIST && number < most_temporary_names; ++number) {
    const std::string temporary = temporary_name(number);
    if (!link_open(unnamed, folder, temporary))
      continue;
    if (unnamed.close() && ::renameat(folder.number(), temporary.c_str(), folder.number(), name.c_str()) == 0)
      return true;
    const int reason = errno;
    (void)::unlinkat(folder.number(), temporary.c_str(), 0);
    errno = reason;
    return false;
  }
  return false;
}

NewFile::NewFile(const Descriptor &folder, std::string name, mode_t permissions)
    : folder_(folder), name_(std::move(name)), file_(opened(permissions)) {}

NewFile::~NewFile() {
  if (!temporary_name_.empty())
    (void)::unlinkat(folder_.number(), temporary_name_.c_str(), 0);
}

Descriptor NewFile::opened(mode_t permissions) {
  Descriptor file = opened_unnamed(folder_, permissions);
  return file.is_open() || !is_unsupported(errno) ? std::move(file) : with_temporary_name(permissions);
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

bool NewFile::replace() {
  if (temporary_name_.empty())
    return give_name(file_, folder_, name_);
  if (!file_.close() || ::renameat(folder_.number(), temporary_name_.c_str(), folder_.number(), name_.c_str()) != 0)
    return false;
  temporary_name_.clear();
  return true;
}

} // namespace osaca
