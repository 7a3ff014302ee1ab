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

/// If nobody can hear the compiler, what is meant for it must not get into a file that it opens later.
void keep_standard_error_apart();

} // namespace osaca::gcc
