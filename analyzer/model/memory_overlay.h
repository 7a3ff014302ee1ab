// The memory of a system, which its core's model does not know: a description of its own that goes over the core's.
#pragma once

#include "model/memory_hierarchy.h"

#include <optional>
#include <string>

namespace osaca {

struct MemoryOverlay {
  std::string title; ///< the system's name for people
  MemoryHierarchy memory;
  std::string figures_version = {}; ///< as of a model
};

/// What the core has, with what the overlay knows in its place: levels by name. Banks of a level that the
/// overlay does not tell stay the core's; so do stores that pay for coming back. Caches come by their size, memory
/// last.
[[nodiscard]] MemoryHierarchy overlaid(const std::optional<MemoryHierarchy> &core, const MemoryHierarchy &overlay);

} // namespace osaca
