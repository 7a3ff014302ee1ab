// Where the lines that were compiled are in a text that was edited since.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace osaca::driver::lsp {

/// Lines count from 0.
class LineMap {
public:
  using Lines = std::vector<std::string>;

  /// Lines that occur once are found wherever they moved forwards or backwards past changed ones; those between two
  /// found ones by what they have in common with them. Takes n log n, however much was changed.
  LineMap(const Lines &compiled, const Lines &now);

  /// Empty: the line was changed or is gone.
  [[nodiscard]] std::optional<int> now(int compiled_line) const;
  /// All of these lines are there, one behind the other.
  [[nodiscard]] bool is_unchanged(int first, int last) const;

private:
  std::vector<int> now_; ///< for each line that was compiled; -1: changed or gone
};

} // namespace osaca::driver::lsp
