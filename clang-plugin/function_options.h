// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the compiler was told of each function: the command line, as changed by attributes.
#pragma once

#include "clang_compat.h"

#include "capture_options.h"

namespace osaca::clang_plugin {

[[nodiscard]] capture::Options options_of_unit(const clang::CompilerInstance &instance);

/// `of_unit`, and what the attributes of the function say.
[[nodiscard]] capture::Options options_of(const llvm::Function &function, capture::Options of_unit);

} // namespace osaca::clang_plugin
