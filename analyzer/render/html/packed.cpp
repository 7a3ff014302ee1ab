#include "render/html/page_data.h"

#include <cstdint>
#include <new>
#include <zlib.h>

namespace osaca::html {
namespace {

/// RFC 4648. Written here, because no library that this one uses has it.
std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view group = bytes.substr(at, 3);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8U | (i < group.size() ? static_cast<unsigned char>(group[i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      out += i <= group.size() ? digits[bits >> (18 - 6 * i) & 63U] : '=';
  }
  return out;
}

} // namespace

std::string packed(std::string_view text) {
  uLongf size = compressBound(static_cast<uLong>(text.size()));
  std::string bytes(size, '\0');
  if (compress2(reinterpret_cast<Bytef *>(bytes.data()), &size, reinterpret_cast<const Bytef *>(text.data()),
                static_cast<uLong>(text.size()), Z_DEFAULT_COMPRESSION) != Z_OK)
    throw std::bad_alloc(); // the only error, as there is room for the result
  return base64(std::string_view(bytes).substr(0, size));
}

} // namespace osaca::html
