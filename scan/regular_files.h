// The file system that Clang uses during a scan: only regular files and folders. Opening a pipe may block forever, and
// reading a device may never end.
#pragma once

#include <llvm/Support/VirtualFileSystem.h>

namespace osaca::scan {

/// The file system has its own working directory. Opening anything else fails with an error that says why.
[[nodiscard]] llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regular_files();

} // namespace osaca::scan
