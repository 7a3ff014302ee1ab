// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which folder's implementation fits a GCC, from what it tells a plugin and from where it lies.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// GCC's `plugin_gcc_version`, the same since there are plugins (4.5).
struct GccVersion {
  const char *basever; ///< "12.2.0"
  const char *datestamp;
  const char *devphase;
  const char *revision;
  const char *configuration_arguments; ///< "../configure --build=x86_64-linux-gnu ... --target=x86_64-linux-gnu"
};

/// "gcc-12.2.0-x86_64-linux-gnu", "gcc-12-x86_64-linux-gnu": best first, by every name of the target that is known.
/// `compiler` is the path of cc1, .../gcc/<target>/<version>/cc1.
std::vector<std::string> gcc_identities(const GccVersion &version, std::string_view compiler);

/// "gcc 12 (x86_64-linux-gnu)", for messages.
std::string gcc_description(const GccVersion &version, std::string_view compiler);

} // namespace osaca
