// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps a plugin that was built for one major version of Clang from being used in another, where its idea of the
// compiler's classes is wrong and the first call would crash. Everything that runs when the file is loaded must ask
// first; so the plugin must have no object with a constructor at namespace scope (its registration included).
#pragma once

namespace osaca::clang_plugin {

/// No: says so in one note on standard error, the first time. Calls nothing of the host but what tells its version.
bool host_is_the_one_built_for();

} // namespace osaca::clang_plugin
