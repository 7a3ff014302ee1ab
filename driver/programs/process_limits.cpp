#include "driver/programs/process_limits.h"

#include "driver/command_line/exit_status.h"

#include <cerrno>
#include <csignal>
#include <fstream>
#include <new>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace osaca::driver {
namespace {

/// What counts for RLIMIT_DATA, in bytes: the sixth of the numbers that proc(5) describes for statm, in pages.
rlim_t data_bytes() {
  std::ifstream statm("/proc/self/statm");
  rlim_t pages = 0;
  for (int field = 0; field < 6; ++field)
    statm >> pages;
  return statm ? pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

/// At once, because whoever could catch an exception (or cannot: LLVM) would need memory to say something sensible.
[[noreturn]] void end_without_memory() {
  constexpr std::string_view message = "osaca: there is not enough memory for this input (--memory)\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, message.data(), message.size());
  ::_exit(unusable_input);
}

} // namespace

void limit_memory(int mib) {
  rlimit limit = {};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0)
    return;
  // Not the address space: that also counts what threads and sanitizers only reserve.
  const rlim_t wanted = data_bytes() + (static_cast<rlim_t>(mib) << 20U);
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= wanted)
    return;
  limit.rlim_cur = wanted;
  ::setrlimit(RLIMIT_DATA, &limit);
  std::set_new_handler(end_without_memory);
}

void end_with(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It may have ended before.
  if (::getppid() != parent && ::kill(parent, 0) != 0 && errno == ESRCH)
    ::_exit(1);
}

} // namespace osaca::driver
