// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prevents a plugin that was built for one major version of Clang from running in another. Its view of the compiler's
// classes would be wrong there, and the first call would crash. All code that runs when the file is loaded must first
// check which version the host is. So the plugin must not have objects with constructors at namespace scope, because
// their constructors could not check it. This also applies to the object that registers the plugin.
#pragma once

namespace osaca::clang_plugin {

/// Whether the host is the version that the plugin was built for. If not, the first call prints a note on standard
/// error. It calls no function of the host except for those that report its version.
bool host_is_the_one_built_for();

} // namespace osaca::clang_plugin
