#include "render/uris.h"

namespace osaca {

std::string uri_of_file(std::string_view path) {
  constexpr std::string_view unreserved =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"; // and what separates segments
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out = is_absolute(path) ? "file://" : "";
  for (const char c : path) {
    if (unreserved.find(c) != std::string_view::npos) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += digits[byte >> 4U];
    out += digits[byte & 15U];
  }
  return out;
}

} // namespace osaca
