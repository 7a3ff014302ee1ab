// What C++ functions are called, from the names that MSVC and clang-cl give their symbols.
#pragma once

#include "decode/image/code_section.h"
#include "decode/image/name_budget.h"

#include <cstddef>
#include <string>

namespace osaca {

/// Of one file: a few bytes of a symbol can stand for any amount of text, as parts of it may be repeated by a digit,
/// and parts of those. So what is made of one symbol and of all is bounded.
class WindowsNames {
public:
  /// "?solve@sim@@YAXPEAN@Z" is called "sim::solve(double*)", and has its symbol as another name. Other names stay, and
  /// so do those that could become too long.
  [[nodiscard]] Symbol function(std::string symbol, Symbol::Kind kind, std::uint64_t size_bytes);

private:
  [[nodiscard]] std::string signature_of(const std::string &symbol);

  NameBudget signatures_;
  std::size_t left_to_write_ = std::size_t{4} << 30U;
};

} // namespace osaca
