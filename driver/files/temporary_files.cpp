#include "driver/files/temporary_files.h"

#include "base/format.h"
#include "driver/files/source_files.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace osaca::driver {

Descriptor::Descriptor(Descriptor &&other) noexcept : number_(std::exchange(other.number_, -1)), owned_(other.owned_) {}

bool Descriptor::close() {
  const int number = owned_ ? std::exchange(number_, -1) : -1;
  return number < 0 || ::close(number) == 0;
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(descriptor, text.data(), text.size());
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return false;
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

namespace {

constexpr mode_t all_permissions = 07777;

/// Names that lead to open files, such as /dev/stdout. They have to be written in place, because the holder of the open
/// file would not see a replacement.
bool leads_to_open_file(const std::string &path) { return path.starts_with("/dev/") || path.starts_with("/proc/"); }

/// Creates a new file in the folder of `place`. Its name is unique among all processes that write there, including
/// killed ones. The name is short, because the name of `place` may have the maximum length.
Descriptor create_temporary_file(const std::string &place, std::string &name) {
  constexpr int most_tries = 1000;
  const std::string folder = place.substr(0, place.rfind('/') + 1);
  for (int number = 0; number < most_tries; ++number) {
    name = format_text("{}.osaca-{}-{}.tmp", folder, ::getpid(), number);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST)
      return {descriptor, true};
  }
  return {-1, true};
}

} // namespace

ReplacedFile::ReplacedFile(ReplacedFile &&other) noexcept
    : place_(std::move(other.place_)), temporary_path_(std::exchange(other.temporary_path_, {})),
      file_(std::move(other.file_)) {}

ReplacedFile::~ReplacedFile() {
  if (!temporary_path_.empty())
    (void)::unlink(temporary_path_.c_str());
}

std::optional<ReplacedFile> ReplacedFile::open(const std::string &path) {
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
  std::string temporary_path;
  Descriptor file = create_temporary_file(place, temporary_path);
  if (file.number() < 0)
    return std::nullopt;
  ReplacedFile made(std::move(place), std::move(temporary_path), std::move(file));
  return is_new || made.copy_attributes(old) ? std::optional(std::move(made)) : std::nullopt;
}

bool ReplacedFile::copy_attributes(const struct stat &old) const {
  struct stat made = {};
  return ::fstat(file_.number(), &made) == 0 && made.st_uid == old.st_uid && made.st_gid == old.st_gid &&
         ::fchmod(file_.number(), old.st_mode & all_permissions) == 0;
}

bool ReplacedFile::write(std::string_view text) {
  if (!write_all(file_.number(), text) || !file_.close() || std::rename(temporary_path_.c_str(), place_.c_str()) != 0)
    return false;
  temporary_path_.clear();
  return true;
}

namespace {

sigset_t interrupts() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    ::sigaddset(&set, signal);
  return set;
}

void remove(const std::string &path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

void watch(const std::stop_token &stop, const std::string &path) {
  const sigset_t set = interrupts();
  const timespec a_while = {0, 50'000'000};
  while (!stop.stop_requested()) {
    const int signal = ::sigtimedwait(&set, nullptr, &a_while);
    if (signal <= 0)
      continue;
    remove(path);
    ::signal(signal, SIG_DFL);
    ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    ::raise(signal);
  }
}

} // namespace

Expected<std::unique_ptr<TemporaryFolder>> TemporaryFolder::make() {
  const char *wish = std::getenv("TMPDIR");
  for (const std::string &place : {std::string(wish != nullptr ? wish : ""), std::string("/tmp")}) {
    std::string path = place + "/osaca-XXXXXX";
    if (place.starts_with('/') && ::mkdtemp(path.data()) != nullptr)
      return std::unique_ptr<TemporaryFolder>(new TemporaryFolder(path));
  }
  return Error{
      format_text("cannot create a temporary folder: {}; set TMPDIR to a writable folder", std::strerror(errno))};
}

TemporaryFolder::TemporaryFolder(std::string path) : path_(std::move(path)) {
  const sigset_t set = interrupts();
  ::pthread_sigmask(SIG_BLOCK, &set, &before_);
  watcher_ = std::jthread([folder = path_](const std::stop_token &stop) { watch(stop, folder); });
}

TemporaryFolder::~TemporaryFolder() {
  remove(path_);
  watcher_.request_stop();
  watcher_.join();
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

std::string TemporaryFolder::folder_in(const std::string &name) const {
  std::error_code failed;
  std::filesystem::create_directory(format_text("{}/{}", path_, name),
                                    failed); // if it failed, the program that runs in it reports the error
  return format_text("{}/{}", path_, name);
}

} // namespace osaca::driver
