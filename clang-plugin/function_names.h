// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What functions are called where people read it. Where that would be very long, only what comes last of it: "smooth".
#pragma once

#include "clang_compat.h"

#include <string>

namespace osaca::clang_plugin {

/// As Clang's diagnostics put it: "sim::Grid::smooth", "sum<double>".
[[nodiscard]] std::string readable_name(const clang::FunctionDecl &function);

/// Of a function that the source does not have. The symbol itself where the name would be very long.
[[nodiscard]] std::string readable_name(const std::string &symbol);

/// Without the arguments of the function's own template: "sum".
[[nodiscard]] std::string qualified_name(const clang::FunctionDecl &function);

} // namespace osaca::clang_plugin
