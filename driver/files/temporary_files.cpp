#include "driver/files/temporary_files.h"

#include "base/format.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>
#include <utility>

namespace osaca::driver {

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

/// Other threads and programs may still create files in the folder while it is being removed.
void remove_while_in_use(const std::string &path) {
  constexpr int most_tries = 100;
  std::error_code ignored;
  for (int i = 0; i < most_tries && std::filesystem::exists(path, ignored); ++i)
    remove(path);
}

void watch(const std::stop_token &stop, const std::string &path) {
  const sigset_t set = interrupts();
  const timespec a_while = {0, 50'000'000};
  while (!stop.stop_requested()) {
    const int signal = ::sigtimedwait(&set, nullptr, &a_while);
    if (signal <= 0)
      continue;
    remove_while_in_use(path);
    ::signal(signal, SIG_DFL);
    ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    ::raise(signal);
  }
}

} // namespace

// Interrupts are blocked before the folder exists: none can end the program before the watcher knows the folder.
Expected<std::unique_ptr<TemporaryFolder>> TemporaryFolder::make() {
  sigset_t before;
  const sigset_t set = interrupts();
  ::pthread_sigmask(SIG_BLOCK, &set, &before);
  const char *wish = std::getenv("TMPDIR");
  for (const std::string &place : {std::string(wish != nullptr ? wish : ""), std::string("/tmp")}) {
    std::string path = place + "/osaca-XXXXXX";
    if (place.starts_with('/') && ::mkdtemp(path.data()) != nullptr)
      return std::unique_ptr<TemporaryFolder>(new TemporaryFolder(path, before));
  }
  const Error error{
      format_text("cannot create a temporary folder: {}; set TMPDIR to a writable folder", std::strerror(errno))};
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return error;
}

TemporaryFolder::TemporaryFolder(std::string path, const sigset_t &before) : path_(std::move(path)), before_(before) {
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
