#include "scan/unit_scanner.h"

#include <clang/Basic/Version.h>

#include <dlfcn.h>
#include <filesystem>
#include <vector>

namespace osaca::scan {
namespace {

namespace fs = std::filesystem;

bool has_headers(const fs::path &folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "include" / "stddef.h", ignored);
}

fs::path folder_of_library() {
  Dl_info info = {};
  void *symbol = reinterpret_cast<void *>(&clang::getClangFullRepositoryVersion); // NOLINT: dladdr wants it so
  if (::dladdr(symbol, &info) == 0 || info.dli_fname == nullptr)
    return {};
  std::error_code failed;
  return fs::canonical(info.dli_fname, failed).parent_path();
}

} // namespace

Expected<std::string> find_resource_dir(const std::string &given) {
  if (!given.empty()) {
    std::error_code failed;
    const fs::path folder = fs::absolute(given, failed);
    return has_headers(folder) ? Expected<std::string>(folder.string())
                               : Error{"--resource-dir: there is no include/stddef.h in '" + given + "'"};
  }
  const std::string version = CLANG_VERSION_MAJOR_STRING;
  const fs::path library = folder_of_library();
  const std::vector<fs::path> candidates = {
      OSACA_SCAN_RESOURCE_DIR, library / "clang" / version, library / ".." / "lib" / "clang" / version,
      library / ".." / ("llvm-" + version) / "lib" / "clang" / version, fs::path("/usr/lib/clang") / version};
  for (const fs::path &candidate : candidates)
    if (!candidate.empty() && has_headers(candidate))
      return candidate.lexically_normal().string();
  return Error{"cannot find the headers that belong to Clang " + version +
               " (stddef.h and others); install libclang-common-" + version + "-dev, or pass the output of 'clang-" +
               version + " -print-resource-dir' to --resource-dir"};
}

} // namespace osaca::scan
