// What must hold for whatever a reader answers.
#pragma once

#include "base/byte_source.h"
#include "base/expected.h"
#include "report/report.h"

#include <cstdint>
#include <string>

namespace osaca::test {

/// Ends the program, with a core to look at.
void require(bool holds, const char *what);

/// A file whose bytes are in memory, which must outlive this object. It is an error of the reader to ask for more bytes
/// than any file has.
class WatchedBytes : public ByteSource {
public:
  explicit WatchedBytes(const std::string &bytes) : bytes_(bytes) {}
  [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_.size(); }
  [[nodiscard]] std::string read(std::uint64_t offset, std::uint64_t count) const override;

private:
  const std::string &bytes_;
};

/// What must hold wherever a report comes from, so that renderers need not look twice.
void check_shape(const Expected<Report> &report);

} // namespace osaca::test
