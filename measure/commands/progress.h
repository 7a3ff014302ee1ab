#pragma once

#include <cstddef>
#include <string_view>

namespace osaca::measure {

/// One line on standard error that renews itself, if that is a terminal; nothing otherwise.
class ProgressLine {
public:
  ProgressLine();
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;
  ~ProgressLine(); ///< leaves the terminal's line empty

  /// "12 blocks"
  void show(std::size_t done, std::string_view of_what) const;

private:
  bool is_terminal_;
};

} // namespace osaca::measure
