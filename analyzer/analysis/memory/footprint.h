// How many bytes a loop comes to before it comes to any of them again, where its compiler knows how often it runs.
//
// A loop that runs through more bytes than a cache holds finds no more of them there than fit, whatever ran before it,
// and however often it is repeated. So trip counts tell where data are at nearest, and never where they are: a loop
// that runs once gets them from wherever they were.
#pragma once

#include "analysis/memory/streams.h"
#include "model/memory_hierarchy.h"

#include <optional>
#include <vector>

namespace osaca {

/// Empty: not known; or only a part of the iterations runs through this kernel (remainders, paths, copies of a loop).
/// Counted at the least: streams of one name, or of none, may come to the same places.
[[nodiscard]] std::optional<Footprint> footprint_of(const Kernel &kernel, const std::vector<AccessStream> &streams,
                                                    const MemoryHierarchy &hierarchy);

} // namespace osaca
