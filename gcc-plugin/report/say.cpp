// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/say.h"

#include "blocked_signals.h"
#include "front/source_text.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace osaca::gcc {

namespace {

std::string text_of(location_t where) {
  const expanded_location place = expand_location(where);
  return std::string(place.file != nullptr ? place.file : "") + ":" + std::to_string(place.line) + ": ";
}

} // namespace

void say(Tone tone, location_t where, const std::string &message) {
  const BlockedSignals held;
  const bool is_shown = where <= BUILTINS_LOCATION || SourceFiles::of_unit().can_be_shown();
  const std::string text = (is_shown ? std::string() : text_of(where)) + "osaca: " + message;
  const location_t at = is_shown ? where : UNKNOWN_LOCATION;
  switch (tone) {
  case Tone::note: inform(at, "%s", text.c_str()); break;
  case Tone::warning: warning_at(at, 0, "%s", text.c_str()); break;
  case Tone::error: error_at(at, "%s", text.c_str()); break;
  }
}

SaidAtOnce::SaidAtOnce(bool is_wanted) {
  if (!is_wanted)
    return;
  waiting_ = ::memfd_create("osaca", MFD_CLOEXEC);
  heard_ = waiting_ < 0 ? -1 : ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (heard_ >= 0 && ::dup2(waiting_, STDERR_FILENO) >= 0)
    return;
  for (int *descriptor : {&heard_, &waiting_})
    if (*descriptor >= 0)
      ::close(std::exchange(*descriptor, -1));
}

SaidAtOnce::~SaidAtOnce() {
  if (heard_ < 0)
    return;
  const BlockedSignals held;
  fflush(stderr);
  std::string text(static_cast<size_t>(std::max<off_t>(::lseek(waiting_, 0, SEEK_END), 0)), '\0');
  const ssize_t size = ::pread(waiting_, &text[0], text.size(), 0);
  ::dup2(heard_, STDERR_FILENO);
  ::close(heard_);
  ::close(waiting_);
  for (ssize_t done = 0; done < size;) {
    const ssize_t written = ::write(STDERR_FILENO, text.data() + done, static_cast<size_t>(size - done));
    if (written < 0 && errno != EINTR)
      return;
    done += std::max<ssize_t>(written, 0);
  }
}

void keep_standard_error_apart() {
  if (::fcntl(STDERR_FILENO, F_GETFD) >= 0)
    return;
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (nowhere == STDERR_FILENO || nowhere < 0)
    return;
  ::dup2(nowhere, STDERR_FILENO);
  ::close(nowhere);
}

} // namespace osaca::gcc
