// Names of files as URIs (RFC 3986).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace osaca {

/// "a%20b/c.cpp" for a relative name, "file:///a%20b/c.cpp" for an absolute one. Whatever bytes it is made of.
[[nodiscard]] std::string uri_of_file(std::string_view path);

/// The absolute path that a "file:" URI of this machine means; empty: it means none.
[[nodiscard]] std::optional<std::string> file_of_uri(std::string_view uri);

} // namespace osaca
