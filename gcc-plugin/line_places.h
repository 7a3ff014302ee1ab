// SPDX-License-Identifier: GPL-3.0-or-later
// The compiler's places for a line of a file. A file may be included more than once, and each time has places of its own.
#pragma once

#include "locations.h"

namespace osaca::gcc {

class LinePlaces {
public:
  /// Of all files that have been read.
  LinePlaces();

  static constexpr int begin_of_line = 0;
  static constexpr int end_of_line = -1;

  /// How often the file was read; 0: never.
  [[nodiscard]] int inclusions(const std::string &file) const;

  /// In that inclusion; UNKNOWN_LOCATION if it has no such line. `column` from 1, or one of the above.
  [[nodiscard]] location_t at(const std::string &file, int inclusion, int line, int column) const;

  [[nodiscard]] const std::vector<std::string> &files() const { return files_; }

private:
  /// Lines that follow each other and lie in one map of the compiler.
  struct Lines {
    linenum_type first = 0;
    linenum_type last = 0;
    const line_map_ordinary *map = nullptr;
  };
  using Inclusion = std::vector<Lines>; ///< ascending

  void add(const line_map_ordinary *map, location_t last);

  std::vector<std::string> files_;
  std::unordered_map<std::string, std::vector<Inclusion>> by_file_;
};

} // namespace osaca::gcc
