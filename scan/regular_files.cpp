#include "scan/regular_files.h"

#include <string>
#include <system_error>

namespace osaca::scan {
namespace {

class RefusedFile : public std::error_category {
public:
  [[nodiscard]] const char *name() const noexcept override { return "osaca scan"; }
  [[nodiscard]] std::string message(int) const override {
    return "not a regular file; a scan does not read pipes, sockets or devices";
  }
};

std::error_code refusal() {
  static const RefusedFile category;
  return {1, category};
}

class RegularFiles : public llvm::vfs::ProxyFileSystem {
public:
  RegularFiles() : ProxyFileSystem(llvm::vfs::createPhysicalFileSystem()) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override {
    llvm::ErrorOr<llvm::vfs::Status> found = ProxyFileSystem::status(path);
    const bool is_empty_device =
        path.str() ==
        "/dev/null"; // some builds include it deliberately, and reading it neither blocks nor continues forever
    if (found && !found->isRegularFile() && !found->isDirectory() && !is_empty_device)
      return refusal();
    return found;
  }

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override {
    if (const llvm::ErrorOr<llvm::vfs::Status> found = status(path); !found)
      return found.getError();
    return ProxyFileSystem::openFileForRead(path);
  }
};

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regular_files() { return llvm::makeIntrusiveRefCnt<RegularFiles>(); }

} // namespace osaca::scan
