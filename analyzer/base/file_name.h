// Which names a file can have at all. Names come from `#line`, from debug information and from reports, so they may be anything.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace osaca {

/// The kernel takes no longer path: its PATH_MAX of 4096 counts the zero behind it.
constexpr std::size_t longest_path_bytes = 4095;

[[nodiscard]] inline bool can_name_a_file(std::string_view path) {
  return path.size() <= longest_path_bytes && path.find('\0') == std::string_view::npos;
}

/// `name`, or nothing if no file can have it: then the file is unknown.
[[nodiscard]] inline std::string file_name_or_nothing(std::string name) {
  return can_name_a_file(name) ? std::move(name) : std::string();
}

} // namespace osaca
