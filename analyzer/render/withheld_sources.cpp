#include "render/withheld_sources.h"

#include "base/counted.h"

namespace osaca {

std::optional<std::string> note_on_withheld_sources(const Collection &collection) {
  if (collection.withheld_sources.empty())
    return std::nullopt;
  const std::size_t others = collection.withheld_sources.size() - 1;
  return "source outside of the project's root is not shown: " + *collection.withheld_sources.begin() +
         (others > 0 ? " and " + counted(others, "other file") : "") +
         "; --sources FOLDER shows what is below that folder";
}

} // namespace osaca
