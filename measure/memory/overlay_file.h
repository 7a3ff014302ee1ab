// An overlay: a memory section of a system in a file of its own, for `--memory FILE` (docs/measure/memory.md).
#pragma once

#include "measure/file/measurement.h"
#include "model/memory_hierarchy.h"

#include <string>

namespace osaca::measure::memory {

/// What reports say of figures of this machine.
[[nodiscard]] std::string source_text_of(const MeasuredMachine &machine);

[[nodiscard]] std::string overlay_yaml(const MeasuredMachine &machine, const MemoryHierarchy &memory);

} // namespace osaca::measure::memory
