#pragma once

#include "base/expected.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace osaca {

/// A file that is read piece by piece, because only the section headers of a large program are needed.
class ByteSource {
public:
  ByteSource() = default;
  ByteSource(const ByteSource &) = delete;
  ByteSource &operator=(const ByteSource &) = delete;
  virtual ~ByteSource() = default;
  [[nodiscard]] virtual std::uint64_t size_bytes() const = 0;
  /// Returns fewer than `count` bytes if the file ends earlier or cannot be read.
  [[nodiscard]] virtual std::string read(std::uint64_t offset, std::uint64_t count) const = 0;
};

/// Opens the files that a thin archive names.
using FileOpener = std::function<Expected<std::unique_ptr<ByteSource>>(const std::string &path)>;

} // namespace osaca
