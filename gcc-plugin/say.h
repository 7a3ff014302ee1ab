// SPDX-License-Identifier: GPL-3.0-or-later
// The one way to the compiler's messages. Saying something never ends the compile: nobody may be reading any more, and
// the compiler shows the line of the source by reading the file whose name is at the place, whatever that is.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

enum class Tone { note, warning, error };

/// "osaca: MESSAGE" at the place; where no line may be shown, the place is a part of the text.
void say(Tone tone, location_t where, const std::string &message);

inline void note(location_t where, const std::string &message) { say(Tone::note, where, message); }

/// While this lives, what is said waits, and is then written at once: the parts of a program that is being linked
/// (-flto) are compiled side by side, and their lines would get mixed. If that cannot be had, it is said as ever.
class SaidAtOnce {
public:
  explicit SaidAtOnce(bool is_wanted);
  ~SaidAtOnce();
  SaidAtOnce(const SaidAtOnce &) = delete;
  SaidAtOnce &operator=(const SaidAtOnce &) = delete;

private:
  int heard_ = -1;   ///< the standard error that the compiler has
  int waiting_ = -1; ///< a file in memory
};

/// If nobody can hear the compiler, what is meant for it must not get into a file that it opens later.
void keep_standard_error_apart();

} // namespace osaca::gcc
