// SPDX-License-Identifier: GPL-3.0-or-later
// All output to the compiler's messages. Writing a message must never end the compile. Standard error may have no
// reader. To show a source line, the compiler reads the file that is named at the location, whatever that file is.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

enum class Tone { note, warning, error };

/// Shows "osaca: MESSAGE" at the location. If no source line may be shown, the location becomes part of the text
/// instead.
void say(Tone tone, location_t where, const std::string &message);

inline void note(location_t where, const std::string &message) { say(Tone::note, where, message); }

/// While this object exists, messages are collected; its destructor writes them all at once. The parts of a program
/// that is linked with -flto are compiled in parallel, and their lines would be mixed otherwise. If collecting is not
/// possible, messages are written directly.
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
