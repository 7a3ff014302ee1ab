#include "render/uris.h"

#include "base/source_location.h"
#include "base/text.h"

namespace osaca {

std::string uri_of_file(std::string_view path) {
  constexpr std::string_view unreserved =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"; // including the separator of segments
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out = is_absolute_path(path) ? "file://" : "";
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

std::optional<std::string> file_of_uri(std::string_view uri) {
  constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme))
    return std::nullopt;
  uri.remove_prefix(scheme.size());
  constexpr std::string_view this_machine = "localhost";
  if (uri.starts_with(this_machine))
    uri.remove_prefix(this_machine.size());
  if (!is_absolute_path(uri))
    return std::nullopt;
  uri = uri.substr(0, uri.find_first_of("?#"));
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] != '%') {
      path += uri[i];
      continue;
    }
    const auto byte = parse_number<std::uint8_t>(uri.substr(i + 1, 2), 16);
    if (i + 2 >= uri.size() || !byte || *byte == 0)
      return std::nullopt;
    path += static_cast<char>(*byte);
    i += 2;
  }
  return path;
}

} // namespace osaca
