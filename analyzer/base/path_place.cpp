#include "base/path_place.h"

#include "base/format.h"
#include "base/text.h"

namespace osaca {

std::string PathPlace::text() const {
  const std::string name = !label.empty() ? label
                           : file.empty() ? "line " + std::to_string(line)
                                          : format_text("{}:{}", file, line);
  return (is_avoided ? "not " : "") + name;
}

Expected<PathPlace> parse_path_place(std::string_view text) {
  PathPlace place;
  std::string_view name = trimmed(text);
  if (name.starts_with("not ")) {
    place.is_avoided = true;
    name = trimmed(name.substr(4));
  }
  const std::size_t colon = name.rfind(':');
  const auto number = parse_number<int>(name.substr(colon == std::string_view::npos ? 0 : colon + 1));
  const bool is_line = number && *number > 0 && (colon == std::string_view::npos || colon > 0);
  if (name.empty() || name == "not")
    return Error{"a place is missing; write labels or lines, such as '.L3,not .L5'"};
  if (!is_line) {
    place.label = name;
    return place;
  }
  place.line = *number;
  if (colon != std::string_view::npos)
    place.file = name.substr(0, colon);
  return place;
}

} // namespace osaca
