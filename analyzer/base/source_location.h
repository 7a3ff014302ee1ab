#pragma once

#include <string>

namespace osaca {

/// A place in a text file. line and column count from 1; 0 is "unknown".
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;

  friend bool operator==(const SourceLocation &, const SourceLocation &) = default;

  [[nodiscard]] bool known() const { return line > 0; }

  /// "file:line:column" as compilers print it, without the parts that are unknown.
  [[nodiscard]] std::string text() const {
    std::string out = file;
    if (line > 0) {
      out += (out.empty() ? "" : ":") + std::to_string(line);
      if (column > 0)
        out += ":" + std::to_string(column);
    }
    return out;
  }
};

} // namespace osaca
