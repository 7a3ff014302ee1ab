// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of functions as people read them, and the options that each was compiled with.
#pragma once

#include "capture.h"
#include "clang_compat.h"

#include <string>

namespace osaca::clang_plugin {

// What functions are called where people read it. Where that would be very long, only what comes last of it: "smooth".

/// As Clang's diagnostics put it: "sim::Grid::smooth", "sum<double>".
[[nodiscard]] std::string readable_name(const clang::FunctionDecl &function);

/// Of a function that the source does not have. The symbol itself where the name would be very long.
[[nodiscard]] std::string readable_name(const std::string &symbol);

/// Without the arguments of the function's own template: "sum".
[[nodiscard]] std::string qualified_name(const clang::FunctionDecl &function);

// What the compiler was told of each function: the command line, as changed by attributes.

[[nodiscard]] capture::Options options_of_unit(const clang::CompilerInstance &instance);

/// `of_unit`, and what the attributes of the function say.
[[nodiscard]] capture::Options options_of(const llvm::Function &function, capture::Options of_unit);

} // namespace osaca::clang_plugin
