// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "json_writer.h"

#include <charconv>
#include <cstddef>
#include <cstdio>

namespace osaca::capture {
namespace {

bool is_continuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

/// Length of the well-formed UTF-8 sequence at `at`, or 0.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const std::size_t left = text.size() - at;
  const unsigned char lead = byte(0);
  if (lead < 0x80U)
    return 1;
  if (lead >= 0xC2U && lead <= 0xDFU)
    return left >= 2 && is_continuation(byte(1)) ? 2 : 0;
  if ((lead & 0xF0U) == 0xE0U) {
    if (left < 3 || !is_continuation(byte(1)) || !is_continuation(byte(2)))
      return 0;
    const bool overlong = lead == 0xE0U && byte(1) < 0xA0U;
    const bool surrogate = lead == 0xEDU && byte(1) >= 0xA0U;
    return overlong || surrogate ? 0 : 3;
  }
  if (lead >= 0xF0U && lead <= 0xF4U) {
    if (left < 4 || !is_continuation(byte(1)) || !is_continuation(byte(2)) || !is_continuation(byte(3)))
      return 0;
    const bool overlong = lead == 0xF0U && byte(1) < 0x90U;
    const bool beyond = lead == 0xF4U && byte(1) >= 0x90U;
    return overlong || beyond ? 0 : 4;
  }
  return 0;
}

} // namespace

void JsonWriter::value(double held) {
  char digits[32];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, held); // independent of the locale
  text_.append(digits, end.ptr);
}

void JsonWriter::value(std::string_view held) {
  text_ += '"';
  for (std::size_t i = 0; i < held.size();) {
    const char c = held[i];
    const std::size_t length = utf8_length(held, i);
    if (length == 0) {
      text_ += "\xEF\xBF\xBD";
      ++i;
      continue;
    }
    switch (c) {
    case '"': text_ += "\\\""; break;
    case '\\': text_ += "\\\\"; break;
    case '\n': text_ += "\\n"; break;
    case '\t': text_ += "\\t"; break;
    default:
      if (static_cast<unsigned char>(c) < 0x20U) {
        char escape[8];
        std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
        text_ += escape;
      } else {
        text_.append(held.substr(i, length));
      }
    }
    i += length;
  }
  text_ += '"';
}

} // namespace osaca::capture
