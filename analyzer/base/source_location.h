// Source locations and file names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace osaca {

/// A place in a text file. line and column count from 1; 0: unknown.
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;

  friend bool operator==(const SourceLocation &, const SourceLocation &) = default;

  [[nodiscard]] bool known() const { return line > 0; }

  /// "file:line:column" in the format of compilers, without the unknown parts.
  [[nodiscard]] std::string text() const {
    std::string out = file;
    if (line > 0) {
      out += (out.empty() ? "" : ":") + std::to_string(line);
      if (column > 0)
        out += ":" + std::to_string(column);
    }
    return out;
  }
};

// Names of files. They come from `#line`, from debug information and from reports, so they may contain anything.

/// The longest path that the kernel accepts: PATH_MAX is 4096, including the terminating zero.
constexpr std::size_t longest_path_bytes = 4095;

[[nodiscard]] inline bool can_name_a_file(std::string_view path) {
  return path.size() <= longest_path_bytes && path.find('\0') == std::string_view::npos;
}

/// `name`, or an empty string (unknown) if no file can have this name.
[[nodiscard]] inline std::string file_name_or_nothing(std::string name) {
  return can_name_a_file(name) ? std::move(name) : std::string();
}

/// On the system that this process runs on.
[[nodiscard]] inline bool is_absolute_path(std::string_view path) { return path.starts_with('/'); }

/// On any system that a file may come from, including Windows drives: "C:/a.c".
[[nodiscard]] inline bool is_absolute_anywhere(std::string_view path) {
  return is_absolute_path(path) || path.starts_with('\\') || (path.size() > 1 && path[1] == ':');
}

/// Removes `.`, `..`, empty parts and a trailing slash. It looks only at the text and does not resolve links. The
/// result is that of std::filesystem::path::lexically_normal(), but it is fast for names of thousands of parts, too.
[[nodiscard]] std::string normal_path(std::string_view path);

/// The normal path of `name` in `folder`, which is absolute.
[[nodiscard]] std::string normal_path(std::string_view folder, std::string_view name);

/// Whether a header comes with the compiler or the system, judged by its folder. Line tables do not record which
/// headers the compiler treats as system headers.
[[nodiscard]] bool is_system_header(std::string_view path);

/// "a/b" of "a/b/c"; empty if the path has no folder.
[[nodiscard]] std::string_view folder_of(std::string_view path);

} // namespace osaca
