// SPDX-License-Identifier: GPL-3.0-or-later
#include "say.h"

#include "source_files.h"

#include "held_signals.h"

#include <fcntl.h>
#include <unistd.h>

namespace osaca::gcc {
namespace {

std::string text_of(location_t where) {
  const expanded_location place = expand_location(where);
  return std::string(place.file != nullptr ? place.file : "") + ":" + std::to_string(place.line) + ": ";
}

} // namespace

void say(Tone tone, location_t where, const std::string &message) {
  const HeldSignals held;
  const bool is_shown = where <= BUILTINS_LOCATION || SourceFiles::of_unit().can_be_shown();
  const std::string text = (is_shown ? std::string() : text_of(where)) + "osaca: " + message;
  const location_t at = is_shown ? where : UNKNOWN_LOCATION;
  switch (tone) {
  case Tone::note: inform(at, "%s", text.c_str()); break;
  case Tone::warning: warning_at(at, 0, "%s", text.c_str()); break;
  case Tone::error: error_at(at, "%s", text.c_str()); break;
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
