// Checked reads from bytes in memory, and byte sources for bytes in memory and for a part of another source.
#pragma once

#include "base/byte_source.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace osaca {

/// A record, copied from the bytes as it is stored there. Empty if it does not lie entirely within the bytes.
template <class Record> std::optional<Record> record_at(std::string_view bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(Record))
    return std::nullopt;
  Record record;
  std::memcpy(&record, bytes.data() + offset, sizeof(Record));
  return record;
}

/// A little-endian number; 0 if it does not lie entirely within the bytes.
template <class Number> Number number_at(std::string_view bytes, std::uint64_t offset) {
  return record_at<Number>(bytes, offset).value_or(Number(0));
}

/// The text from `offset` up to the next zero byte. Without a zero byte, the text ends with `bytes`. It is never longer
/// than the longest plausible name, because a file may refer to many texts whose zero byte is far away, and searching
/// for all of them would take too long.
inline std::string_view text_at(std::string_view bytes, std::uint64_t offset) {
  constexpr std::size_t longest_text_bytes = 16384;
  const std::string_view rest = offset < bytes.size() ? bytes.substr(offset, longest_text_bytes) : std::string_view();
  return rest.substr(0, rest.find('\0'));
}

/// The bytes [offset, offset + count); empty if they do not lie entirely within `bytes`.
inline std::string_view bytes_in(std::string_view bytes, std::uint64_t offset, std::uint64_t count) {
  const bool fits = offset <= bytes.size() && count <= bytes.size() - offset;
  return fits ? bytes.substr(offset, count) : std::string_view();
}

/// Bytes in memory, which must outlive this object.
class BytesAtHand : public ByteSource {
public:
  explicit BytesAtHand(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_.size(); }
  [[nodiscard]] std::string read(std::uint64_t offset, std::uint64_t count) const override {
    return offset < bytes_.size() ? std::string(bytes_.substr(offset, count)) : std::string();
  }

private:
  std::string_view bytes_;
};

/// A part of another source, which must outlive this object.
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

} // namespace osaca
