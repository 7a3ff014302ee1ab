// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a symbol of C++ may be handed to a demangler.
#pragma once

#include <cstddef>
#include <string>

namespace osaca {

/// A symbol can name its parts again and again (S_, S0_, T_), so that few letters say very much: with so many
/// references at most some ten megabytes come out.
inline bool may_be_demangled(const std::string &symbol) {
  constexpr std::size_t longest_symbol = 4096;
  constexpr int most_references = 40;
  int references = 0;
  for (std::size_t i = 0; i + 1 < symbol.size(); ++i) {
    const bool refers = symbol[i] == 'S' || symbol[i] == 'T';
    const char next = symbol[i + 1]; // of a number in base 36
    references += refers && (next == '_' || (next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z')) ? 1 : 0;
  }
  return symbol.size() <= longest_symbol && references <= most_references;
}

} // namespace osaca
