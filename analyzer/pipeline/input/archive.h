// Walks through a static archive (ar): GNU's long names, BSD's, and thin archives, whose members are files of their
// own.
#pragma once

#include "base/expected.h"
#include "osaca/embedded_reports.h"

#include <optional>

namespace osaca {

[[nodiscard]] bool is_archive(const ByteSource &file);

/// A stretch of another source, which has to live longer.
class ByteRange : public ByteSource {
public:
  ByteRange(const ByteSource &whole, std::uint64_t begin, std::uint64_t size)
      : whole_(whole), begin_(begin), size_bytes_(size) {}
  [[nodiscard]] std::uint64_t size_bytes() const override { return size_bytes_; }
  [[nodiscard]] std::string read(std::uint64_t offset, std::uint64_t count) const override;

private:
  const ByteSource &whole_;
  std::uint64_t begin_;
  std::uint64_t size_bytes_;
};

/// Calls `visit` for each member but the tables of symbols and names, in the archive's order, with the member's name as
/// `ar t` prints it. Problems (a member that cannot be read, an archive that is cut off) go to `fail`.
void for_each_member(const ByteSource &archive, const std::string &path, const FileOpener &open,
                     const std::function<void(const std::string &name, const ByteSource &content)> &visit,
                     const std::function<void(const std::string &problem)> &fail);

} // namespace osaca
