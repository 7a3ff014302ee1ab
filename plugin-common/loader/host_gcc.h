// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Selects the plugin implementation for a GCC from the version that it passes to plugins and from its path.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// GCC's `plugin_gcc_version`. Its layout has not changed since plugins were introduced in GCC 4.5.
struct GccVersion {
  const char *basever; ///< "12.2.0"
  const char *datestamp;
  const char *devphase;
  const char *revision;
  const char *configuration_arguments; ///< "../configure --build=x86_64-linux-gnu ... --target=x86_64-linux-gnu"
};

/// The folder names that may hold the implementation, best first: "gcc-12.2.0-x86_64-linux-gnu", then
/// "gcc-12-x86_64-linux-gnu", for every known name of the target. `compiler` is the path of cc1,
/// .../gcc/<target>/<version>/cc1.
std::vector<std::string> gcc_identities(const GccVersion &version, std::string_view compiler);

/// For messages: "gcc 12 (x86_64-linux-gnu)".
std::string gcc_description(const GccVersion &version, std::string_view compiler);

} // namespace osaca
