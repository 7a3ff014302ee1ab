// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of functions as people read them, and the options that each was compiled with.
#pragma once

#include "capture.h"
#include "clang_compat.h"

#include <string>

namespace osaca::clang_plugin {

// Readable names of functions. If a name would be very long, only its last component is returned: "smooth".

/// The name as Clang's diagnostics write it: "sim::Grid::smooth", "sum<double>".
[[nodiscard]] std::string readable_name(const clang::FunctionDecl &function);

/// The name of a function that does not exist in the source, derived from its symbol. If the symbol might expand to a
/// very long name, the symbol itself is returned.
[[nodiscard]] std::string readable_name(const std::string &symbol);

/// The name without the arguments of the function's own template: "sum".
[[nodiscard]] std::string qualified_name(const clang::FunctionDecl &function);

// The options of each function: the command line, as changed by attributes.

[[nodiscard]] capture::CompilerOptions options_of_unit(const clang::CompilerInstance &instance);

/// `of_unit`, as changed by the attributes of the function.
[[nodiscard]] capture::CompilerOptions options_of(const llvm::Function &function, capture::CompilerOptions of_unit);

} // namespace osaca::clang_plugin
