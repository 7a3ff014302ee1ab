// What C++ functions are called, from the names that MSVC and clang-cl give their symbols.
#pragma once

#include "decode/image/code_section.h"

#include <string>

namespace osaca {

/// "?solve@sim@@YAXPEAN@Z" is called "sim::solve(double*)", and has its symbol as another name. Other names stay.
[[nodiscard]] Symbol windows_function(std::string symbol, Symbol::Kind kind, std::uint64_t size_bytes);

} // namespace osaca
