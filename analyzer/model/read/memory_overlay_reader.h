// The YAML text of an overlay -> MemoryOverlay, checked as `core: memory:` of a model is.
#pragma once

#include "base/expected.h"
#include "model/memory_overlay.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct MemoryOverlayReading {
  std::optional<MemoryOverlay> overlay; ///< empty if there are problems
  std::vector<Error> problems;          ///< in the order in which they were found; at most 50
};

/// `file` is for messages. Figures count as the user's, whatever the kind of their source.
[[nodiscard]] MemoryOverlayReading read_memory_overlay(std::string_view yaml, const std::string &file);

} // namespace osaca
