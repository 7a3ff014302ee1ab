#include "base/source_location.h"

#include "base/format.h"

#include <algorithm>
#include <array>

namespace osaca {

std::string normal_path(std::string_view path) {
  const bool is_absolute = is_absolute_path(path);
  std::string out(is_absolute ? "/" : "");
  std::size_t names = 0; // number of names at the end of `out` that `..` can remove
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || part == "." || (part == ".." && is_absolute && names == 0))
      continue;
    if (part == ".." && names > 0) {
      --names;
      const std::size_t slash = out.rfind('/');
      out.resize(slash == std::string::npos ? 0 : std::max(slash, std::size_t{is_absolute}));
      continue;
    }
    names += part == ".." ? 0 : 1;
    if (!out.empty() && out.back() != '/')
      out += '/';
    out += part;
  }
  return out.empty() && !path.empty() ? "." : out;
}

std::string normal_path(std::string_view folder, std::string_view name) {
  return normal_path(is_absolute_path(name) ? std::string(name) : format_text("{}/{}", folder, name));
}

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, std::max<std::size_t>(slash, 1));
}

bool is_system_header(std::string_view path) {
  constexpr std::array folders = {"/usr/include/", "/usr/lib/", "/usr/lib64/", "/usr/local/include/",
                                  "/Library/Developer/"};
  constexpr std::array parts = {"/include/c++/", "-linux-gnu/include/", "/lib/gcc/",     "/lib/clang/",
                                "/Xcode.app/",   "\\Program Files",     "/Program Files"};
  return std::ranges::any_of(folders, [path](const char *folder) { return path.starts_with(folder); }) ||
         std::ranges::any_of(parts, [path](const char *part) { return path.find(part) != std::string_view::npos; });
}

} // namespace osaca
