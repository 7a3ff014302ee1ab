// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets the real run carry the report in a section of its object that the linker drops
// (plugin-common/embedded_format.md). The content joins the module behind the last pass of the optimiser, so that no
// code depends on it.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

/// Before the real run optimises.
void embed_report(clang::CompilerInstance &instance, std::string content);

} // namespace osaca::clang_plugin
