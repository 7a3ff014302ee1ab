// Converts values to bytes and back. For each type one function template `visit(archive, value)` describes the fields
// for both directions, so that writer and reader cannot diverge.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace osaca {

static_assert(std::endian::native == std::endian::little, "archives are little-endian and are used in place");

class ByteWriter {
public:
  static constexpr bool reads = false;

  template <class T> void number(T &value) {
    static_assert(std::is_arithmetic_v<T>);
    bytes_.append(reinterpret_cast<const char *>(&value), sizeof value);
  }
  void text(std::string &value) {
    auto size = static_cast<std::uint32_t>(value.size());
    number(size);
    bytes_ += value;
  }
  /// The number of elements that follow. Each of them takes at least one byte.
  std::uint32_t count(std::size_t size) {
    auto written = static_cast<std::uint32_t>(size);
    number(written);
    return written;
  }
  void fail() {}
  [[nodiscard]] bool ok() const { return true; }
  [[nodiscard]] const std::string &bytes() const { return bytes_; }

private:
  std::string bytes_;
};

/// After the first value that does not fit, ok() is false, and all values are zero or empty.
class ByteReader {
public:
  static constexpr bool reads = true;
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T> void number(T &value) {
    static_assert(std::is_arithmetic_v<T>);
    value = T();
    if (!ok_ || bytes_.size() < sizeof value)
      return fail();
    if constexpr (std::is_same_v<T, bool>) {
      value = bytes_[0] != 0;
    } else {
      std::memcpy(&value, bytes_.data(), sizeof value);
    }
    bytes_.remove_prefix(sizeof value);
  }
  void text(std::string &value) { value.assign(text_in_place()); }
  /// A text that refers to the bytes.
  std::string_view text_in_place() {
    std::uint32_t size = 0;
    number(size);
    if (!ok_ || size > bytes_.size()) {
      fail();
      return {};
    }
    const std::string_view text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return text;
  }
  std::uint32_t count(std::size_t) {
    std::uint32_t size = 0;
    number(size);
    if (size > bytes_.size()) {
      fail();
      return 0;
    }
    return size;
  }
  void fail() {
    ok_ = false;
    bytes_ = {};
  }
  [[nodiscard]] bool ok() const { return ok_; }

private:
  std::string_view bytes_;
  bool ok_ = true;
};

template <class Archive> void visit(Archive &archive, std::string &value) { archive.text(value); }
template <class Archive> void visit(Archive &archive, bool &value) { archive.number(value); }
template <class Archive> void visit(Archive &archive, int &value) { archive.number(value); }
template <class Archive> void visit(Archive &archive, std::int64_t &value) { archive.number(value); }
template <class Archive> void visit(Archive &archive, std::uint64_t &value) { archive.number(value); }
template <class Archive> void visit(Archive &archive, double &value) { archive.number(value); }

/// An enumeration with the values 0 to `last`.
template <class Archive, class Enum> void visit_enum(Archive &archive, Enum &value, Enum last) {
  auto byte = static_cast<std::uint8_t>(value);
  archive.number(byte);
  if (byte > static_cast<std::uint8_t>(last)) {
    archive.fail();
    byte = 0;
  }
  value = static_cast<Enum>(byte);
}

template <class Archive, class T> void visit(Archive &archive, std::vector<T> &values) {
  const std::uint32_t size = archive.count(values.size());
  if constexpr (Archive::reads) {
    constexpr std::uint32_t most_at_once = 1000; // the size may be wrong
    values.clear();
    values.reserve(size < most_at_once ? size : most_at_once);
  }
  for (std::uint32_t i = 0; i < size && archive.ok(); ++i) {
    if constexpr (Archive::reads)
      values.emplace_back();
    visit(archive, values[i]);
  }
}

template <class Archive, class T> void visit(Archive &archive, std::optional<T> &value) {
  bool held = value.has_value();
  archive.number(held);
  if (held && archive.ok()) {
    if (!value)
      value.emplace();
    visit(archive, *value);
  }
}

} // namespace osaca
