// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With -grecord-command-line or -frecord-command-line the compiler writes its options into the object: ours must not
// be among them, or the object would differ from that of a compile without the plugin.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

void scrub_recorded_options(clang::CodeGenOptions &options);

} // namespace osaca::clang_plugin
