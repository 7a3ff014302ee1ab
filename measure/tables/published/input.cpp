#include "measure/tables/published/input.h"

#include "base/format.h"
#include "base/text.h"

namespace osaca::measure {

std::optional<Error> too_large(const ImportSource &source) {
  if (source.text.size() <= largest_published_table)
    return std::nullopt;
  return Error{format_text("a table of more than {} MiB is not read", largest_published_table >> 20),
               {source.name, 0, 0}};
}

std::string plain_name(std::string_view text) {
  std::string name;
  for (const char c : trimmed(text.substr(0, 200)))
    if (c >= ' ' && c <= '~' && name.size() < 100 && !(c == ' ' && name.ends_with(' ')))
      name += c;
  return name;
}

} // namespace osaca::measure
