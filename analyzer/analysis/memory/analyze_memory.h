// The traffic of a loop in the memory system, and the cycles per iteration with its data in each level.
#pragma once

#include "analysis/bounds/prediction.h"
#include "kernel/kernel.h"
#include "report/data_place.h"
#include "report/memory_report.h"

#include <optional>

namespace osaca {

/// Empty if the core's model does not describe memory, or if the kernel is not an innermost loop: the addresses of
/// basic blocks are artificial, and outer loops spend most of their time in inner loops. Of `data`, only the length of
/// rows is used here (see place_data() in level_prediction.h).
[[nodiscard]] std::optional<MemoryReport> analyze_memory(const Kernel &kernel, const PreparedKernel &prepared,
                                                         const Prediction &prediction, const DataPlace &data);

/// The cycles for which loads and stores occupy the ports that only loads and stores use. On some cores, these cycles
/// do not overlap with transfers into the first level.
[[nodiscard]] Cycles load_store_cycles(const CostedKernel &kernel);

} // namespace osaca
