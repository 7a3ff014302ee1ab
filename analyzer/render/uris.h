// Names of files as URIs (RFC 3986).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace osaca {

/// "a%20b/c.cpp" for a relative name, "file:///a%20b/c.cpp" for an absolute one. The name may contain any bytes.
[[nodiscard]] std::string uri_of_file(std::string_view path);

/// The absolute path that a "file:" URI refers to; empty: it does not refer to a file of this machine.
[[nodiscard]] std::optional<std::string> file_of_uri(std::string_view uri);

} // namespace osaca
