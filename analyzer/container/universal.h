// Universal files of macOS: Mach-O files, or archives of them, for several CPUs in one.
#pragma once

#include "base/byte_source.h"
#include "base/expected.h"
#include "container/file_kind.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// Java's classes begin in the same way, but with a version where the number of slices is.
[[nodiscard]] bool is_universal(std::string_view begin);

struct UniversalSlice {
  std::string cpu; ///< as `lipo` calls it: "arm64"
  Machine machine = Machine::other;
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0; ///< lies in the file
};

/// Errors have no place in files.
[[nodiscard]] Expected<std::vector<UniversalSlice>> universal_slices(const ByteSource &file);

} // namespace osaca
