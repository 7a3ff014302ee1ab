// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The target as the compiler resolved it, in the words of the capture format.
#pragma once

#include "clang_compat.h"

#include "capture.h"

namespace osaca::clang_plugin {

[[nodiscard]] bool is_supported_target(const clang::CompilerInstance &instance);

[[nodiscard]] capture::Target target_of_unit(const clang::CompilerInstance &instance);

} // namespace osaca::clang_plugin
