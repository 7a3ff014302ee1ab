// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds `osaca`: as told, else beside the plugin (a build tree or an install tree), else on the PATH.
#pragma once

#include <string>

namespace osaca {

/// The path of the driver, or "". `told` is the user's driver= argument and is taken as it is.
[[nodiscard]] std::string find_driver(const std::string &told);

} // namespace osaca
