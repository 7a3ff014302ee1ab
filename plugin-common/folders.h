// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Folders for what the driver writes.
#pragma once

#include <string>

namespace osaca {

/// Makes the folder and those above it, as far as they are missing. Whether that worked shows when a file is written.
void make_folders(const std::string &path);

} // namespace osaca
