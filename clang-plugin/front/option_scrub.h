// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removes the plugin's options from the command line that -grecord-command-line or -frecord-command-line stores in the
// object. So the object is identical to the one that is built without the plugin.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

void scrub_recorded_options(clang::CodeGenOptions &options);

} // namespace osaca::clang_plugin
