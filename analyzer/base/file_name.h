// Names of files. They come from `#line`, from debug information and from reports, so they may be anything.
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

/// On this machine.
[[nodiscard]] inline bool is_absolute_path(std::string_view path) { return path.starts_with('/'); }

/// On any system that a file may come from; on Windows with a drive: "C:/a.c".
[[nodiscard]] inline bool is_absolute_anywhere(std::string_view path) {
  return is_absolute_path(path) || path.starts_with('\\') || (path.size() > 1 && path[1] == ':');
}

/// Without `.`, `..`, empty parts and a slash at the end, by the text alone (links are not known): what
/// std::filesystem::path::lexically_normal() gives, at once for names of thousands of parts too.
[[nodiscard]] std::string normal_path(std::string_view path);

/// The same for `name` in `folder`, which is absolute.
[[nodiscard]] std::string normal_path(std::string_view folder, std::string_view name);

/// Whether a header comes with the compiler or the system, as far as its folder tells: line tables do not say what
/// compilers treat as a system header.
[[nodiscard]] bool is_system_header(std::string_view path);

/// "a/b" of "a/b/c"; empty: no folder is named.
[[nodiscard]] std::string_view folder_of(std::string_view path);

} // namespace osaca
