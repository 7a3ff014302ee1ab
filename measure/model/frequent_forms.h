// The instruction forms that real programs are mostly made of.
#pragma once

#include <span>
#include <string_view>

namespace osaca::measure::composer {

struct FrequentForm {
  std::string_view opcode; ///< LLVM's name
  int per_100000 = 0;      ///< of the instructions of programs
};

/// Some 500 of x86-64, the most frequent first.
[[nodiscard]] std::span<const FrequentForm> frequent_forms();

} // namespace osaca::measure::composer
