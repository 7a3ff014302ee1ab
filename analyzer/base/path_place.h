// Places in code by which users choose a path through a function.
#pragma once

#include "base/expected.h"

#include <string>
#include <string_view>

namespace osaca {

/// A place that a path has to pass through, or to avoid: ".L3", "not .L3", "12" (a line), "f.c:12".
struct PathPlace {
  bool is_avoided = false;
  std::string label; ///< empty: a line
  std::string file;  ///< of a source line; empty: a line of the input, as reports number them
  int line = 0;

  [[nodiscard]] std::string text() const;
};

/// Error: the text names no place.
[[nodiscard]] Expected<PathPlace> parse_path_place(std::string_view text);

} // namespace osaca
