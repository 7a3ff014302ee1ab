// SPDX-License-Identifier: GPL-3.0-or-later
// Shows messages among those of the compiler. Showing a message must never make the compile fail or hang. There are two
// dangers. Standard error may be a pipe without a reader. To show a source line, the compiler reads the file that the
// location names, which may be a device or a pipe.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

enum class Tone { note, warning, error };

/// Shows "osaca: MESSAGE" at the location. If no source line may be shown, the location becomes part of the text
/// instead.
void say(Tone tone, location_t where, const std::string &message);

inline void note(location_t where, const std::string &message) { say(Tone::note, where, message); }

/// While this object exists, messages are collected. Its destructor writes all of them at once. This is needed for a
/// program that is linked with -flto: its parts are compiled in parallel, so their messages would be mixed line by
/// line. If collecting is not possible, messages are written directly.
class SaidAtOnce {
public:
  explicit SaidAtOnce(bool is_wanted);
  ~SaidAtOnce();
  SaidAtOnce(const SaidAtOnce &) = delete;
  SaidAtOnce &operator=(const SaidAtOnce &) = delete;

private:
  int heard_ = -1;   ///< a copy of the compiler's standard error
  int waiting_ = -1; ///< the file in memory that collects messages
};

/// If standard error is closed, opens /dev/null in its place, so that messages cannot get into a file that the compiler
/// opens later.
void keep_standard_error_apart();

} // namespace osaca::gcc
