// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace osaca {

/// The executable of this process, with symbolic links resolved; "" if the system does not provide it.
std::string program_path();

} // namespace osaca
