// SPDX-License-Identifier: GPL-3.0-or-later
// Why GCC did not vectorise a loop, in its own words.
//
// The vectoriser writes its reasons to the stream of -fopt-info, if there is one. While it works on a function with
// loops that somebody asked for, that stream is one into memory; where the user has one of his own, it stays his. A
// message names the place of its loop, by which the loop is found again.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

class MissedVectors {
public:
  MissedVectors() = default;
  MissedVectors(const MissedVectors &) = delete;
  MissedVectors &operator=(const MissedVectors &) = delete;

  /// Directly before the vectoriser works on `cfun`, and directly behind.
  void listen();
  void take();

  /// "" unknown; by the number of the loop.
  [[nodiscard]] std::string reason_of(int loop) const;

  void forget() { reasons_.clear(); }

private:
  void read(const std::string &messages);

  std::map<std::string, std::vector<int>> loops_at_; ///< "solver.c:12:3": numbers of loops
  std::map<int, std::string> reasons_;
  dump_file_info *listened_to_ = nullptr;
  FILE *stream_ = nullptr;
  char *text_ = nullptr; ///< what was written to the stream
  size_t length_ = 0;
};

} // namespace osaca::gcc
