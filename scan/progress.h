#pragma once

#include <cstddef>
#include <string>

namespace osaca::scan {

/// One line on standard error that renews itself, if that is a terminal; nothing otherwise.
class ProgressLine {
public:
  explicit ProgressLine(std::size_t total);
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;
  ~ProgressLine(); ///< leaves the terminal's line empty

  void show(std::size_t done, const std::string &file) const;

private:
  std::size_t total_;
  bool is_terminal_;
};

} // namespace osaca::scan
