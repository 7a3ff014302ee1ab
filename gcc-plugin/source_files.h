// SPDX-License-Identifier: GPL-3.0-or-later
// The text of the files that places lie in. A `#line` may name anything: a device that never ends, a pipe that nobody
// writes to. So only regular files of a sensible size are read, and no more of them than they held when they were
// opened. (The compiler's own reader takes whatever it is named, so it is not asked.)
#pragma once

#include "gcc_compat.h"

#include <string_view>

namespace osaca::gcc {

class SourceFiles {
public:
  /// Of this process, which compiles one unit.
  static SourceFiles &of_unit();

  /// The line, counted from 1, without its end; nothing if there is none.
  [[nodiscard]] std::string_view line(const char *file, int number);

  /// All of it; nothing if there is none.
  [[nodiscard]] std::string_view text(const char *name) { return file(name).text; }

  /// False if a place of this unit lies in something that is there and that a message must not show lines of.
  [[nodiscard]] bool can_be_shown();

private:
  struct File {
    std::string text;
    std::vector<size_t> starts; ///< of its lines
  };

  const File &file(const char *name);
  static File read(const char *name);

  std::unordered_map<std::string, File> files_;
  unsigned maps_seen_ = 0; ///< of the compiler's table of places
  std::unordered_set<const char *> names_seen_;
  bool has_hazard_ = false;
};

} // namespace osaca::gcc
