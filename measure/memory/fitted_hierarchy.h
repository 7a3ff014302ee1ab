// From what walks take in each level to a memory section: legs from reading and copying alone; the composition is the
// one that then says best how long updates, triads and writes take, which had no part in it.
#pragma once

#include "measure/memory/probe.h"
#include "model/memory_hierarchy.h"

#include <optional>

namespace osaca::measure::memory {

struct FittedHierarchy {
  std::optional<MemoryHierarchy> hierarchy; ///< empty: what is needed was not measured
  std::vector<Finding> findings;            ///< how each level composes, and how far off that is
};

/// `source`: what reports say of the figures.
[[nodiscard]] FittedHierarchy fitted_hierarchy(const MemoryFigures &figures, const std::string &source);

} // namespace osaca::measure::memory
