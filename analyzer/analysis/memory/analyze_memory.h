// What a loop moves through the memory system, and how long an iteration takes with its data in each level.
#pragma once

#include "analysis/bounds/prediction.h"
#include "kernel/kernel.h"
#include "report/data_place.h"
#include "report/memory_report.h"

#include <optional>

namespace osaca {

/// Empty: the core's model says nothing of memory, or the kernel is no innermost loop (blocks without a context, whose
/// addresses are made up; outer loops, most of whose time goes into others). Of `data` only the rows' length counts
/// here; see place_data.h.
[[nodiscard]] std::optional<MemoryReport> analyze_memory(const Kernel &kernel, const PreparedKernel &prepared,
                                                         const Prediction &prediction, const DataPlace &data);

/// The cycles in which loads and stores occupy the ports that only they use: what does not overlap with transfers into
/// the first level where a core works that way.
[[nodiscard]] Cycles load_store_cycles(const CostedKernel &kernel);

} // namespace osaca
