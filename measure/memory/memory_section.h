// The memory section of a model, fitted to the walks in each level, and the overlay file that contains it.
#pragma once

#include "measure/file/measurement.h"
#include "measure/memory/probe.h"
#include "model/memory_hierarchy.h"

#include <optional>
#include <string>

namespace osaca::measure::memory {

// Fits a memory section to the walks in each level. A leg is the time that a cache line takes between two neighbouring
// levels. The legs follow from reading and copying alone. The composition says whether legs are added or overlap. It is
// the one that best predicts updates, triads and writes, which the fit of the legs did not use.

struct FittedHierarchy {
  std::optional<MemoryHierarchy> hierarchy; ///< empty: a necessary figure was not measured
  std::vector<ProbeFinding> findings;       ///< how each level composes, and the error of the fit
};

/// `source`: what reports name as the source of the figures.
[[nodiscard]] FittedHierarchy fitted_hierarchy(const MemoryFigures &figures, const std::string &source);

// An overlay: the memory section of a system in a file of its own, for `--memory FILE` (docs/measure/memory.md).

/// The source that reports name for figures of this machine.
[[nodiscard]] std::string source_text_of(const MeasuredMachine &machine);

[[nodiscard]] std::string overlay_yaml(const MeasuredMachine &machine, const MemoryHierarchy &memory);

} // namespace osaca::measure::memory
