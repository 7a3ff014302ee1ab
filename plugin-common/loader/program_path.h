// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace osaca {

/// The file that this process runs, links resolved; empty where the system does not tell.
std::string program_path();

} // namespace osaca
