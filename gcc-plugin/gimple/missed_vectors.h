// SPDX-License-Identifier: GPL-3.0-or-later
// Why GCC did not vectorise a loop, in its own words.
//
// The vectoriser writes its reasons to the stream of -fopt-info, if there is one. While it works on a function with
// selected loops, that stream is redirected to memory. If the user has requested such a stream with -fopt-info, it is
// not redirected, and no reason is known. A message contains the place of its loop, which identifies the loop.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

class MissedVectors {
public:
  MissedVectors() = default;
  MissedVectors(const MissedVectors &) = delete;
  MissedVectors &operator=(const MissedVectors &) = delete;

  /// Call listen() directly before the vectoriser works on `cfun`, and take() directly after it.
  void listen();
  void take();

  /// The reason for the loop with this number; "": unknown.
  [[nodiscard]] std::string reason_of(int loop) const;

  void forget() { reasons_.clear(); }

private:
  void read(const std::string &messages);

  std::map<std::string, std::vector<int>> loops_at_; ///< numbers of loops by place, such as "solver.c:12:3"
  std::map<int, std::string> reasons_;
  dump_file_info *listened_to_ = nullptr;
  FILE *stream_ = nullptr;
  char *text_ = nullptr; ///< the text that was written to the stream
  size_t length_ = 0;
};

} // namespace osaca::gcc
