// Names of files as URIs (RFC 3986).
#pragma once

#include <string>
#include <string_view>

namespace osaca {

/// "a%20b/c.cpp" for a relative name, "file:///a%20b/c.cpp" for an absolute one. Whatever bytes it is made of.
[[nodiscard]] std::string uri_of_file(std::string_view path);

[[nodiscard]] inline bool is_absolute(std::string_view path) { return path.starts_with('/'); }

} // namespace osaca
