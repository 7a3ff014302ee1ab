// The machine's files as Clang sees them during a scan: regular files and folders only. Opening a pipe may never
// return, and a device may never end.
#pragma once

#include <llvm/Support/VirtualFileSystem.h>

namespace osaca::scan {

/// With a working directory of its own. Opening anything else fails with an error that says why.
[[nodiscard]] llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regular_files();

} // namespace osaca::scan
